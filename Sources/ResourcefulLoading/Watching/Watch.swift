/// One observed load: its events, and its end, once.
///
/// A run that several loads wait for reports its events to the first of them that hasn't ended.
package final class Watch: Sendable {
    private struct State: Sendable {
        var attempts = 0
        /// The last request that was sent, failed or was canceled, or the one that the load begins with.
        var request: Request?
        /// The same for observers that don't read messages.
        var bare: Request?
        var isOver = false
        /// The loads that wait for this run, the first one first; empty for a load.
        var waiting: [Watch] = []
    }

    private static let lastLoad = Locked(0)

    private let observers: [LoadObserver]
    /// The number of the load; nil for a run that several loads wait for.
    private let load: Int?
    private let state: Locked<State>

    /// Creates a watch for a load that is about to begin, with its request if it has one.
    init(_ observers: [LoadObserver], with request: Request?) {
        self.observers = observers
        load = Self.lastLoad.withLock { last in
            last += 1
            return last
        }
        state = Locked(State(request: request))
    }

    private init(runOf first: Watch) {
        observers = first.observers
        load = nil
        state = Locked(State(waiting: [first]))
    }

    /// Creates a watch for a run that a load waits for.
    static func ofRun(beginningWith first: Watch?) -> Watch? { first.map { Watch(runOf: $0) } }

    /// Creates a watch for a separate load with the same observers.
    func another<Value>(beginning plan: Plan<Value>) -> Watch { Watch(observers, with: plan.firstRequest) }

    // A load that is released before its end was canceled.
    deinit { end(CancellationError()) }

    /// Reports that the load begins, with its description if one is read. A run reports no beginning of its own.
    func begin(_ text: @autoclosure () -> String) {
        if load != nil { tell(.planned(reads(.plans) ? text() : "")) }
    }

    /// Adds a load that waits for this run.
    func add(_ watch: Watch?) {
        if let watch, load == nil { state.withLock { $0.waiting.append(watch) } }
    }

    func tell(_ kind: LoadEvent.Kind, errorType: String? = nil) {
        guard let load else {
            waiting?.tell(kind, errorType: errorType)
            return
        }
        let event = LoadEvent(load: load, date: Date(), kind: kind, errorType: errorType)
        for observer in observers { observer(event) }
    }

    /// Reports a wait in a queue for a permit.
    func tell(_ wait: Duration, behind count: Int) {
        let reason = "waited \(wait.inWords) for a permit, behind \(count) others"
        tell(.decided(LoadDecision(.limit, .waited, for: wait, count: count, reason)))
    }

    /// The first load that still waits for this run.
    private var waiting: Watch? { state.withLock { $0.waiting }.first { !$0.isOver } }

    private var isOver: Bool { state.withLock { $0.isOver } }

    /// Whether an observer of the load, or of one that waits for this run, reads something.
    private func reads(_ reading: LoadObserver.Reading) -> Bool {
        if load != nil { return observers.contains { $0.reading().contains(reading) } }
        return state.withLock { $0.waiting }.contains { $0.reads(reading) }
    }

    /// Ends the load, unless it has already ended.
    package func end(_ error: (any Error)?) {
        guard load != nil else { return }
        let (isFirst, request, bare) = state.withLock { state in
            defer { state.isOver = true }
            return (!state.isOver, state.request, state.bare)
        }
        guard isFirst else { return }
        let shown = error != nil || reads(.messages) ? request : bare ?? request?.bare
        tell(.finished(LoadEnd(request: shown, error: error)))
    }

    /// Counts a request, and returns the number so far.
    private func attempt(_ request: Request, bare: Request?) -> Int {
        state.withLock { state in
            state.attempts += 1
            (state.request, state.bare) = (request, bare)
            return state.attempts
        }
    }

    /// Reports an exchange, before and after.
    func exchange(
        _ request: Request, _ send: (Request) async throws -> Response
    ) async throws -> Response {
        let sender = load == nil ? waiting : self
        let isWhole = reads(.messages)
        let shown = isWhole ? Redaction.standard.redacted(request) : request.bare
        let attempt = sender?.attempt(request, bare: isWhole ? nil : shown) ?? 1
        sender?.tell(.sent(shown, attempt: attempt))
        let start = ContinuousClock.now
        do {
            var measured = request
            measured[MeasuresExchange.self] = true
            let response = try await send(measured)
            let time = start.duration(to: .now)
            let kind = LoadEvent.Kind.ended(
                .success(response), of: request, shown: shown, attempt: attempt, after: time, isWhole: isWhole)
            tellEnd(kind, of: sender)
            return response
        } catch {
            // Of several at once, that is what the load has waited for.
            sender?.state.withLock { $0.request = request }
            let time = start.duration(to: .now)
            let kind = LoadEvent.Kind.ended(
                .failure(error), of: request, shown: shown, attempt: attempt, after: time, isWhole: isWhole)
            tellEnd(kind, of: sender, errorType: LoadEvent.errorType(of: error))
            throw error
        }
    }

    /// Reports the end of an exchange. Each one that was reported as sent has an end, even if its run goes on, or is
    /// canceled, when all loads have ended.
    private func tellEnd(_ kind: LoadEvent.Kind, of sender: Watch?, errorType: String? = nil) {
        if let sender { (waiting ?? sender).tell(kind, errorType: errorType) }
    }
}
