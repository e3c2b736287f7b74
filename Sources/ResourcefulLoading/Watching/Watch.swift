import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One load that is watched: what happens in it, and how it ends, once.
///
/// A run that several loads wait for tells the first of them that has not ended.
final class Watch: Sendable {
    private struct State: Sendable {
        var attempts = 0
        /// The request that was sent last, or that the load begins with, secrets replaced.
        var request: Request?
        var isOver = false
        /// The loads that wait for this run, the first one first; none for a load.
        var waiting: [Watch] = []
    }

    private static let lastLoad = Locked(0)

    private let observers: [LoadObserver]
    /// The number of the load; nil for a run that several loads wait for.
    private let load: Int?
    private let state: Locked<State>

    /// A load that is about to begin, with a request if it has one.
    init(_ observers: [LoadObserver], with request: Request?) {
        self.observers = observers
        load = Self.lastLoad.withLock { last in
            last += 1
            return last
        }
        state = Locked(State(request: request.map(Redaction.standard.redacted)))
    }

    private init(runOf first: Watch) {
        observers = first.observers
        load = nil
        state = Locked(State(waiting: [first]))
    }

    /// A run that a load waits for.
    static func ofRun(beginningWith first: Watch?) -> Watch? { first.map { Watch(runOf: $0) } }

    /// A load of its own, for those who watch this one.
    func another<Value>(beginning plan: Plan<Value>) -> Watch { Watch(observers, with: plan.firstRequest) }

    // Whoever leaves a load before its end has canceled it.
    deinit { end(CancellationError()) }

    /// The load begins, with what is known of it. A run that is no load begins with those who wait for it.
    func begin(_ text: @autoclosure () -> String) {
        if load != nil { tell(.planned(text())) }
    }

    /// One more load waits for this run.
    func add(_ watch: Watch?) {
        if let watch, load == nil { state.withLock { $0.waiting.append(watch) } }
    }

    func tell(_ kind: LoadEvent.Kind) {
        guard let load else {
            waiting?.tell(kind)
            return
        }
        let event = LoadEvent(load: load, date: Date(), kind: kind)
        for observer in observers { observer(event) }
    }

    /// The first load that still waits for this run.
    private var waiting: Watch? { state.withLock { $0.waiting }.first { !$0.isOver } }

    private var isOver: Bool { state.withLock { $0.isOver } }

    /// The load has come to its end, unless it had already.
    func end(_ error: (any Error)?) {
        guard load != nil else { return }
        let (isFirst, request) = state.withLock { state in
            defer { state.isOver = true }
            return (!state.isOver, state.request)
        }
        if isFirst { tell(.finished(LoadEnd(request: request, error: error))) }
    }

    /// Begins to count a request, and tells how many there were.
    private func attempt(_ shown: Request) -> Int {
        guard load != nil else { return waiting?.attempt(shown) ?? 1 }
        return state.withLock { state in
            state.attempts += 1
            state.request = shown
            return state.attempts
        }
    }

    /// Tells of an exchange, before and after.
    func exchange(
        _ request: Request, _ send: (Request) async throws -> Response
    ) async throws -> Response {
        let shown = Redaction.standard.redacted(request)
        let attempt = attempt(shown)
        tell(.sent(shown, attempt: attempt))
        let start = ContinuousClock.now
        do {
            var measured = request
            measured[MeasuresExchange.self] = true
            let response = try await send(measured)
            var shownResponse = response
            shownResponse.sent = SentSecrets(request)
            let redaction = Redaction.standard.hiding(SentSecrets(headOf: request))
            shownResponse.headerFields = redaction.redacted(response.headerFields)
            if response.url != nil { shownResponse.url = shown.url }
            tell(.received(shownResponse, for: shown, attempt: attempt, after: start.duration(to: .now)))
            return response
        } catch {
            let text = Redaction.standard.hiding(SentSecrets(headOf: request)).text(of: error)
            tell(.failed(shown, text, attempt: attempt, after: start.duration(to: .now)))
            throw error
        }
    }
}
