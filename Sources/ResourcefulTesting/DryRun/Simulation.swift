/// The state that the branches of a run share: its settings, the recorded events, the store, and the queue of fibers.
///
/// It outlives a load if runs go on that the load didn't wait for.
final class Simulation: EffectObserver {
    /// What a run is set to before a load.
    struct Settings {
        let respond: (Request, Int, inout Duration) throws -> Response
        /// The number of requests of the run before this load, and the one after which the load is abandoned.
        let (sentBefore, requestLimit): (Int, Int)
        /// What is done to each request.
        let order: LoadOrder
        let answers: [QuestionKey: AnyObject]
        let start: Date
        /// Measures the exchanges; nil if nothing does.
        let meter: (any RunMeter)?
        /// The progress of a record that is repeated; nil if there is none.
        let rerun: Rerun?
        /// Whether a load ends the runs that it doesn't wait for.
        let finishesRuns: Bool
    }

    private(set) var settings: Settings
    /// What is done to each request.
    var order: LoadOrder { settings.order }
    /// The coordination of fibers that wait for each other.
    var coordination = Coordination()
    /// The waiters and the shared runs under way, by number.
    var waiting: [Int: WeakWaiting] = [:]
    var runs: [Int: AnyObject] = [:]
    /// The time of the current step.
    private(set) var time = Duration.zero
    /// The fibers in the default order, and in the order that a scheduler chooses.
    private var queue = EventQueue()
    private var openQueue = OpenQueue(at: .zero)
    /// The scheduler that chooses; nil for the default order.
    var scheduler: Scheduler?
    private var footprint = Footprint()
    /// The branch of the current step.
    var branch: BranchPlace?
    /// The number of the measured exchange whose end led to the current step; nil if none did.
    private var cause: Int?
    private(set) var requests: [Request] = []
    /// The life of the process that the run takes place in.
    var life = ProcessLife()
    private(set) var events: [DryRun.Event] = []
    var store: [String: StoreEntry] = [:]
    var cache = CacheModel()
    /// The recorded outcome of the effect that is being performed; nil if nothing is repeated.
    var recalled: EffectOutcome?
    /// Whether something was looked up in the cache.
    var usesCache = false
    var randomNumbers: any RandomNumberGenerator = SplitMix64(seed: 0)

    private var isOver = false

    init(_ settings: Settings) { self.settings = settings }

    /// Whether runs are under way that no load waits for.
    var isKeepingRuns: Bool { coordination.isKeepingRuns && !isOver }

    /// Continues with what a run is set to now, without the events and requests so far.
    func resume(_ settings: Settings) {
        self.settings = settings
        (requests, events) = ([], [])
    }

    /// Lets the fibers take steps, the earliest first, until the plan has ended. Without a scheduler, what other runs
    /// do at the time of the end is done, too.
    func run<Value>(
        _ plan: Plan<Value>, at time: Duration
    ) -> (outcome: Result<Value, any Error>, time: Duration) {
        var end: (Result<Value, any Error>, Duration)?
        begin(at: time)
        let fiber = Fiber(plan, at: time, in: FiberContext(rerun: settings.rerun?.branch(ofRun: 0)), self) {
            end = ($0, $1)
            // The caller can now see what other runs have done so far.
            if self.isKeepingRuns, !self.settings.finishesRuns { self.touch { $0.spreadOverall() } }
            self.settings.meter?.finish(at: $1, after: self.cause)
        }
        defer { withExtendedLifetime(fiber) {} }
        while true {
            if let end, !isKeepingRuns || hasOnlyLaterSteps(than: end.1) {
                return endsProcess(at: end.1) ? crash() : end
            }
            guard advance() else { return life.hasCrashed ? crash() : end ?? (.failure(Standstill()), self.time) }
        }
    }

    /// Lets the fibers take steps until no run is under way, and returns the time.
    func finishRuns(at time: Duration) -> Duration {
        begin(at: time)
        while isKeepingRuns, advance() {}
        if life.hasCrashed { cancelRuns() }
        return self.time
    }

    /// Ends all runs. As long as they are under way, they retain this object.
    func cancelRuns() {
        isOver = true
        let cancelled = runs
        runs = [:]
        withExtendedLifetime(cancelled) {}
    }

    private func begin(at time: Duration) {
        (self.time, cause) = (time, nil)
        openQueue.advance(to: time)
    }

    /// Lets the next fiber take a step; false if there is none, or there were too many requests.
    private func advance() -> Bool {
        guard settings.sentBefore + requests.count <= settings.requestLimit, let next = takeNext() else {
            cancelRuns()
            return false
        }
        next.advance()
        if scheduler != nil {
            scheduler?.note(footprint)
            footprint = Footprint()
        }
        return !life.hasCrashed
    }

    private func hasOnlyLaterSteps(than time: Duration) -> Bool {
        guard settings.rerun == nil, !settings.finishesRuns else { return false }
        return scheduler != nil || queue.nextTime.map { $0 > time } ?? false
    }
}

// The turns of fibers.
extension Simulation {
    /// Schedules a step of a fiber at a time; the step of an answer may come later.
    func enqueue(_ fiber: any Advancing, number: Int, at time: Duration, isAnswer: Bool = false) {
        guard scheduler != nil else { return queue.append(fiber, at: time, after: cause) }
        let cause = scheduler?.steps.indices.last
        openQueue.append(fiber, number: number, at: time, isAnswer: isAnswer, cause: cause)
    }

    /// Returns a number for a fiber.
    func nextNumber() -> Int { scheduler?.nextNumber() ?? 0 }

    /// Records that a step read or changed something.
    func touch(_ change: (inout Footprint) -> Void) {
        if scheduler != nil { change(&footprint) }
    }

    private func takeNext() -> (any Advancing)? {
        guard scheduler != nil else {
            guard let next = queue.popFirst() else { return nil }
            (time, cause) = (next.time, next.cause)
            return next.fiber
        }
        let next = openQueue.popNext(by: &scheduler)
        time = openQueue.time
        if next?.movesTime == true { footprint.write(.time) }
        if next?.isAnswer == true { footprint.read(.time) }
        return next?.fiber
    }
}

// The effects.
extension Simulation {
    /// Sends a request. The answer is received later.
    ///
    /// - Parameter recorded: The function that answers in place of the run's own.
    func ask(_ request: Request, at time: Duration, recorded: (() throws -> Response)? = nil) -> Answered {
        touch {
            $0.write(.server)
            $0.read(.origin)
        }
        var request = request
        var delay = Duration.zero
        var exchange: MeasuredExchange?
        let outcome: Result<Response, any Error>
        do {
            request = try request.checked()
            guard !endsProcess(at: time) else { throw DryRun.Crashed() }
            requests.append(request)
            life.sent.append(life.effectCount)
            record(.sent(request), at: time)
            exchange = settings.meter.map { MeasuredExchange(request, at: time, after: cause, in: self, by: $0) }
            let number = life.numbersEffects ? life.effectCount : settings.sentBefore + requests.count
            let response = try recorded.map { try $0() } ?? settings.respond(request, number, &delay)
            exchange?.response = response
            let delivered = try response.delivered(to: request).answering(request)
            try request.checkSize(delivered.body.count)
            outcome = .success(delivered)
        } catch {
            outcome = .failure(LoadError.ofTransport(error, request: request))
        }
        if let exchange { delay = exchange.duration(with: outcome, delayedBy: delay) }
        return Answered(request: request, outcome: outcome, delay: delay, exchange: exchange)
    }

    /// Records the outcome of an exchange.
    func receive(_ answered: Answered, at time: Duration) -> Result<Response, any Error> {
        if let exchange = answered.exchange { cause = exchange.end() }
        guard !life.hasCrashed else { return answered.outcome }
        switch answered.outcome {
        case .success(let response): record(.received(response.status, from: answered.request), at: time)
        case .failure(let error):
            events.append(DryRun.Event(failed: answered.request, error, at: time, by: place))
        }
        return answered.outcome
    }

    /// Fails a request that has no recorded answer.
    func refuse(_ request: Request, _ error: LoadError, at time: Duration) -> Result<Response, any Error> {
        requests.append(request)
        record(.sent(request), at: time)
        record(.failed(request, "\(error)"), at: time)
        return .failure(error)
    }

    func now(at time: Duration) -> Date {
        if case .date(let recorded) = recalled.take() { recorded } else { date(at: time) }
    }

    func date(at time: Duration) -> Date {
        settings.start.addingTimeInterval(time.inSeconds)
    }

    func random() -> UInt64 {
        touch { $0.write(.randomNumbers) }
        return if case .number(let recorded, _) = recalled.take() { recorded } else { randomNumbers.next() }
    }

    /// Returns how much other loads have under way: nothing, unless a record says so.
    func count() -> Int {
        if case .number(let recorded, _) = recalled.take() { Int(clamping: recorded) } else { 0 }
    }

    func answer<Value: Sendable>(to question: Question<Value>) -> Result<Value, any Error> {
        touch { $0.write(.question(question.name)) }
        let recorded = recalled.take()
        let answer = settings.answers[QuestionKey(question)] as? ScriptedAnswer<Value>
        if let answer { return Result { try answer.give() } }
        if case .failed(let error) = recorded { return .failure(error) }
        return .failure(UnansweredQuestion(question))
    }

    func read(_ name: String) -> StoreEntry? {
        touch { $0.read(.entry(name)) }
        return store[name]
    }

    /// Changes an entry, and returns the previous one.
    func update(_ updating: Updating, at time: Duration) -> StoreEntry? {
        touch { $0.write(.entry(updating.name)) }
        let before = store[updating.name]
        let after = updating.change(before)
        guard after == before || !endsProcess(at: time) else { return before }
        // An update that changes nothing isn't an event.
        if updating.verb != "update" || after != before {
            record(after == nil ? .removed(updating.name) : .wrote(updating.name), at: time)
        }
        store[updating.name] = after
        return before
    }

    func tell(_ name: EffectName, _ outcome: EffectOutcome) {
        if let kind = DryRun.Event.Kind(name, outcome) { record(kind, at: time) }
    }

    func record(_ kind: DryRun.Event.Kind, at time: Duration) {
        events.append(DryRun.Event(kind, at: time, by: place))
    }

    /// The branch of the current step, with all its places.
    private var place: DryRun.Branch { branch?.branch ?? .root }
}

/// The error if every fiber waits for another one. No plan can cause it, because a run never waits for itself.
private struct Standstill: Error {}
