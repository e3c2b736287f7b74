/// What a rehearsal knows, supposes, and has found out so far.
struct Findings: Sendable {
    /// A request that would be sent.
    struct Sent: Sendable {
        let request: Request
        let isInBackground: Bool
    }

    /// The place of an entry in one of the caches.
    struct CachePlace: Hashable, Sendable {
        let store: ObjectIdentifier?
        let key: CacheKey
    }

    /// The time of the explanation.
    let start: Date
    /// The waits so far.
    var elapsed = Duration.zero
    /// The entries of the store, with the changes that a load would make.
    var entries: [String: StoreEntry?] = [:]
    /// The entries of the caches, with the changes that a load would make.
    var cached: [CachePlace: CacheEntry?] = [:]
    /// What a load would remove from one of the caches; nil for all of them.
    var removals: [(store: ObjectIdentifier?, selection: CacheSelection)] = []
    /// The outcome of the effect that comes next, as a finished plan of its type.
    var answer: (any Sendable)?
    /// The number of effects so far.
    var effectCount = 0

    /// The lines of the explanation.
    var lines: [Explanation.Line] = []
    /// The requests, in their order.
    var sent: [Sent] = []
    /// The warnings, each once.
    var warnings: [String] = []
    /// Whether something follows that depends on a response.
    var isContinued = false
    /// Whether the rehearsal has ended at something that only a user or another load can provide.
    var isWaiting = false
    /// Whether the store has entries that it doesn't have yet, but would have after a first request.
    var isSupposing = false
    /// The last request that a cache saw.
    var seenByCache: Request?

    init(at start: Date) { self.start = start }

    /// The time after all waits.
    var now: Date { start.addingTimeInterval(elapsed.inSeconds) }

    /// Adds a line.
    mutating func add(_ subject: String, _ text: String) {
        lines.append(Explanation.Line(subject: subject, text: text))
    }

    /// Adds a warning, unless it is there already.
    mutating func add(warning text: String) { if !warnings.contains(text) { warnings.append(text) } }

    /// Returns an entry as it is after the removals.
    func kept(_ entry: CacheEntry?, at place: CachePlace) -> CacheEntry? {
        guard let entry else { return nil }
        let isRemoved = removals.contains {
            ($0.store == nil || $0.store == place.store) && $0.selection.contains(place.key, received: entry.received)
        }
        return isRemoved ? nil : entry
    }
}

/// How far a rehearsal of a plan came.
struct Rehearsed<Value>: Sendable {
    var findings: Findings
    /// The outcome, as a finished plan; nil if the plan waits for what only a real load gets.
    var outcome: Plan<Value>?
}

/// The layers of a plan that is rehearsed.
struct RehearsalScope: Sendable {
    let order: LoadOrder
    var layers = RequestLayers.webservice
    var isInBackground = false
    /// Whether remarks are left out.
    var isMuted = false

    /// The key of a store of cached responses.
    func id(of store: (any CacheReference)?) -> ObjectIdentifier? {
        (store ?? order.cacheStore).map { ObjectIdentifier($0) }
    }
}
