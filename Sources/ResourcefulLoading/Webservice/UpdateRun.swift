/// The values of a plan, one after another: from the store, then from the server. It decides what to load; a loop loads
/// it.
public struct UpdateRun<Value>: Sendable {
    private let plan: Plan<Value>
    private let stored = Locked((responses: UsedResponses(), isRead: false))
    private var pass: Int

    /// Creates the run of one loop. If it is refreshing, it asks the server alone, whatever is stored.
    public init(_ plan: Plan<Value>, refreshing: Bool = false) { (self.plan, pass) = (plan, refreshing ? 1 : 0) }

    package var isOver: Bool { pass > 1 }

    /// Returns a plan whose value is the next one, or nil if nothing is new; nil at the end.
    public mutating func next() -> Plan<LoadUpdate<Value>?>? {
        defer { pass += 1 }
        return switch pass {
        case 0: fromStore
        case 1: fromServer
        default: nil
        }
    }

    private var fromStore: Plan<LoadUpdate<Value>?> {
        plan.fromStore { [stored] request, response in
            stored.withLock { $0.responses.add(response, to: request) }
        }.continuing { [stored] outcome in
            let (isComplete, status) = stored.withLock { (!$0.responses.isIncomplete, $0.responses.status) }
            // Without a stored value, the server's one is loaded, and its error is the one to throw.
            guard isComplete, case .success(let value) = outcome else { return Plan<Void>.value(()).map { nil } }
            stored.withLock { $0.isRead = true }
            return .outcome(.success(LoadUpdate(value, status ?? CacheStatus(.hit))))
        }
    }

    private var fromServer: Plan<LoadUpdate<Value>?>? {
        let (old, isRead) = stored.withLock { $0 }
        if isRead, old.status?.isFresh ?? true { return nil }
        // What is stored and can't be read any more wouldn't be better the second time.
        let mode: Caching.Mode? = isRead ? .validate : old.isIncomplete ? nil : .refresh
        let new = Locked(UsedResponses())
        return plan.using(mode) { request, response in new.withLock { $0.add(response, to: request) } }.map { value in
            let used = new.withLock { $0 }
            let (isSame, status) = (isRead && used.isSame(as: old), used.status ?? CacheStatus(.server))
            // A stale response that stands in for one of a server that fails confirms nothing.
            return isSame && !status.isFresh ? nil : LoadUpdate(value, status, repeatsValue: isSame)
        }
    }
}
