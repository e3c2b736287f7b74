public import ResourcefulLoading
import ResourcefulResilience

#if canImport(Darwin)
    import os
#else
    import Synchronization
#endif

/// What a service knows of the servers that it needs: the value for a readiness probe.
///
///     let health = ServiceHealth()
///     let webservice = Webservice(policies: [.circuitBreaker()], observers: [health.observer])
///     let isReady = health.readiness.isReady(needing: ["profiles.example"])
public struct Readiness: Hashable, Sendable, CustomStringConvertible {
    /// The servers to which nothing is sent for now, as their circuits are open.
    public internal(set) var openCircuits: Set<Origin> = []
    /// The names of the shared stores that can't be used, as far as someone has noted that: `cache` after a decision of
    /// the kind `store cache`, and an empty name after one of the kind `store`.
    public internal(set) var awayStores: Set<String> = []

    /// Whether a shared store of entries or of responses can't be used.
    public var isStoreAway: Bool { !awayStores.isEmpty }

    init() {}

    /// Whether all stores can be used, and no circuit of the given hosts is open.
    public func isReady(needing hosts: Set<String> = []) -> Bool {
        !isStoreAway && !openCircuits.contains { hosts.contains($0.host) }
    }

    /// What is missing, on one line.
    public var description: String {
        let circuits = openCircuits.map { "the circuit of \($0) is open" }.sorted()
        let texts = circuits + awayStores.sorted().map { "the store \($0.isEmpty ? "" : $0 + " ")is away" }
        return texts.isEmpty ? "ready" : texts.joined(separator: ", ")
    }

    /// Takes a decision into account.
    mutating func take(_ decision: LoadDecision) {
        let store = decision.store
        switch (store == nil ? decision.kind : .store, decision.action) {
        case (.circuit, .opened): if let origin = decision.origin { openCircuits.insert(origin) }
        case (.circuit, .closed): if let origin = decision.origin { openCircuits.remove(origin) }
        case (.store, .away): if let store { awayStores.insert(store) }
        case (.store, .back): if let store { awayStores.remove(store) }
        default: break
        }
    }
}

extension LoadDecision {
    /// The name of the store that it is about; nil if it isn't about one.
    fileprivate var store: String? {
        if kind == .store { return "" }
        return kind.description.hasPrefix("store ") ? String(kind.description.dropFirst(6)) : nil
    }
}

/// Keeps the readiness of a service up to date, as an observer of its Webservices.
public final class ServiceHealth: Sendable {
    #if canImport(Darwin)
        private let state = OSAllocatedUnfairLock(initialState: Readiness())
    #else
        private let state = Mutex(Readiness())
    #endif

    /// Creates a health without anything that is missing.
    public init() {}

    /// What is known now.
    public var readiness: Readiness { state.withLock { $0 } }

    /// The observer of the Webservices.
    public var observer: LoadObserver {
        LoadObserver(reading: []) { [self] event in
            if case .decided(let decision) = event.kind { note(decision) }
        }
    }

    /// Takes a decision into account that no load has made: a shared store that is away or back. Each of several stores
    /// has a kind of its own.
    ///
    ///     health.note(LoadDecision("store cache", .away, reason))
    public func note(_ decision: LoadDecision) {
        guard decision.kind == .circuit || decision.store != nil else { return }
        state.withLock { $0.take(decision) }
    }
}
