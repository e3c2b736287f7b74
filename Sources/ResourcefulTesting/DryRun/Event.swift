public import ResourcefulCore

extension DryRun {
    /// One thing that happened in a run, and when.
    public struct Event: Hashable, Sendable, CustomStringConvertible {
        /// What happened.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Kind: Hashable, Sendable {
            /// A request was sent.
            case sent(Request)
            /// A request was answered.
            case received(Response.Status, from: Request)
            /// A request can't be sent, or its exchange failed; the error as text.
            case failed(Request, String)
            /// A branch waited.
            case waited(Duration)
            /// The time was asked.
            case askedTime
            /// A random number was drawn.
            case drewNumber(UInt64)
            /// A question was asked of code outside; its name.
            case asked(String)
            /// The store was asked for an entry.
            case read(String, found: Bool)
            /// An entry was put into the store.
            case wrote(String)
            /// An entry was removed from the store.
            case removed(String)
            /// The cache was asked for an entry.
            case lookedUp(CacheKey, found: Bool)
            /// An entry was put into the cache, or changed.
            case stored(CacheKey)
            /// An entry of the cache was dropped.
            case forgot(CacheKey)
            /// Entries were removed from the cache.
            case removedCached(CacheSelection)
            /// A policy has decided something.
            case decided(LoadDecision)
            /// A shared run began.
            case began(String)
            /// A shared run that was under way was joined.
            case joined(String)
        }

        /// When it happened, from the beginning of the run.
        public let time: Duration
        /// What happened.
        public let kind: Kind
        /// Which branch of the plan did it.
        package let branch: Branch

        /// An event.
        public init(_ kind: Kind, at time: Duration) { self.init(kind, at: time, by: .root) }

        /// An event in a branch.
        package init(_ kind: Kind, at time: Duration, by branch: Branch) {
            self.kind = kind
            self.time = time
            self.branch = branch
        }

        /// One line: the time and what happened.
        public var description: String { "\(time): \(story)" }

        /// What happened, without the time.
        var story: String {
            switch kind {
            case .sent(let request): "→ \(request)"
            case .received(let status, let request): "← \(status) from \(request)"
            case .failed(_, let error): "✗ \(error)"
            case .waited(let duration): "waited \(duration)"
            case .askedTime: "asked the time"
            case .drewNumber(let number): "drew the number \(number)"
            case .asked(let name): "asked for \(name)"
            case .read(let name, let found): "read \(name): \(found ? "found" : "nothing")"
            case .wrote(let name): "wrote \(name)"
            case .removed(let name): "removed \(name)"
            case .lookedUp(let key, let found):
                "looked \(key.shownText) up in the cache: \(found ? "found" : "nothing")"
            case .stored(let key): "cached \(key.shownText)"
            case .forgot(let key): "dropped \(key.shownText) from the cache"
            case .removedCached(let selection): "removed \(selection.shownText) from the cache"
            case .decided(let decision): "\(decision)"
            case .began(let key): "began the shared run \(key)"
            case .joined(let key): "joined the shared run \(key)"
            }
        }
    }
}
