extension DryRun {
    /// An event in a run, and when it happened.
    ///
    ///     var run = DryRun(baseURL: api, podcast)
    ///     try run.load(Plan.wait(for: .seconds(3)))
    ///     #expect(run.events == [DryRun.Event(.waited(.seconds(3)), at: .seconds(3))])
    public struct Event: Hashable, Sendable, CustomStringConvertible {
        /// The kind of an event.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive
        #endif
        public enum Kind: Hashable, Sendable {
            /// A request was sent.
            case sent(Request)
            /// A request was answered.
            case received(Response.Status, from: Request)
            /// A request couldn't be sent, or its exchange failed; the error as text.
            case failed(Request, String)
            /// A branch waited.
            case waited(Duration)
            /// A plan asked for the time.
            case askedTime
            /// A random number was drawn.
            case drewNumber(UInt64)
            /// A plan asked a question; its name.
            case asked(String)
            /// An entry was read from the store.
            case read(String, found: Bool)
            /// An entry was written to the store.
            case wrote(String)
            /// An entry was removed from the store.
            case removed(String)
            /// An entry was looked up in the cache.
            case lookedUp(CacheKey, found: Bool)
            /// An entry of the cache was added or changed.
            case stored(CacheKey)
            /// An entry of the cache was dropped.
            case forgot(CacheKey)
            /// Entries were removed from the cache.
            case removedCached(CacheSelection)
            /// A policy made a decision.
            case decided(LoadDecision)
            /// A shared run began.
            case began(String)
            /// A branch joined a shared run that was under way.
            case joined(String)
            /// The process ended; see ``DryRun/crash(before:)``.
            case crashed
        }

        /// The time since the beginning of the run.
        public let time: Duration
        /// What happened.
        public var kind: Kind {
            switch content {
            case .kind(let kind): kind
            case .failure(let request, let error): .failed(request, "\(error)")
            }
        }
        /// The branch of the plan that caused it.
        package let branch: Branch

        private let content: Content

        /// What is recorded. The text of an error is made only if it's read: most worlds of an exploration are never
        /// shown.
        private enum Content {
            case kind(Kind)
            case failure(Request, any Error)
        }

        /// Creates an event.
        public init(_ kind: Kind, at time: Duration) { self.init(kind, at: time, by: .root) }

        /// Creates an event of a branch.
        package init(_ kind: Kind, at time: Duration, by branch: Branch) {
            content = .kind(kind)
            self.time = time
            self.branch = branch
        }

        /// Creates the event of a failed exchange.
        init(failed request: Request, _ error: any Error, at time: Duration, by branch: Branch) {
            content = .failure(request, error)
            self.time = time
            self.branch = branch
        }

        /// Whether the time, what happened and the branch are equal.
        public static func == (left: Event, right: Event) -> Bool {
            (left.time, left.kind, left.branch) == (right.time, right.kind, right.branch)
        }

        /// Hashes the time, what happened and the branch.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(time)
            hasher.combine(kind)
            hasher.combine(branch)
        }

        /// The time and what happened, on one line.
        public var description: String { "\(time): \(summary)" }

        /// What happened, without the time.
        var summary: String {
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
            case .crashed: "✗ the process ended"
            }
        }
    }
}

extension DryRun.Event.Kind {
    /// Creates the event of an effect; nil if there is none. A changed entry is an event of the simulation, which knows
    /// whether it changed.
    init?(_ name: EffectName, _ outcome: EffectOutcome) {
        switch (name.subject, outcome) {
        case (_, .date): self = .askedTime
        case (_, .decided(let decision)): self = .decided(decision)
        case (.duration(let duration), .done): self = .waited(duration)
        case (.cached(let key), .cached(let entry)): self = .lookedUp(key, found: entry != nil)
        case (.entry(let entry), .entry(let found)) where name.word == "read":
            self = .read(entry.text, found: found != nil)
        case (.text(let question), _) where name.word == "ask": self = .asked(question)
        case (.nothing, .number(let number, _)) where name.word == "number": self = .drewNumber(number)
        default: return nil
        }
    }
}
