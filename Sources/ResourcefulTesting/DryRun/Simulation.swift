/// The state that the branches of a run share: the answering function, the recorded events, the store, and the queue of
/// fibers.
final class Simulation: EffectObserver {
    private let respond: (Request, Int, inout Duration) throws -> Response
    /// The number of requests of the run before this load, and the one after which the load is abandoned.
    private let (sentBefore, requestLimit): (Int, Int)
    private let start: Date
    /// What is done to each request.
    let order: LoadOrder
    private let answers: [QuestionKey: AnyObject]
    /// The coordination of fibers that wait for each other.
    var coordination = Coordination()
    /// The waiters and the shared runs under way, by number.
    var waiting: [Int: WeakWaiting] = [:]
    var runs: [Int: AnyObject] = [:]
    /// The time of the current step.
    private(set) var time = Duration.zero
    /// The queue of fibers in the default order, by time and turn.
    private var queue = EventQueue()
    /// The fibers that could take the next step, if a scheduler chooses.
    private var openQueue = OpenQueue(at: .zero)
    /// The scheduler that chooses; nil for the default order.
    private(set) var scheduler: Scheduler?
    private var footprint = Footprint()
    /// The branch of the current step.
    var branch: BranchPlace?
    /// The progress of a record that is repeated; nil if there is none.
    private let rerun: Rerun?
    /// Measures the exchanges; nil if nothing does.
    private let meter: (any RunMeter)?
    /// The number of the measured exchange whose end led to the current step; nil if none did.
    private var cause: Int?
    private(set) var requests: [Request] = []
    private(set) var events: [DryRun.Event] = []
    var store: [String: StoreEntry]
    var cache: CacheModel
    /// The recorded outcome of the effect that is being performed; nil if nothing is repeated.
    var recalled: EffectOutcome?
    /// Whether something was looked up in the cache.
    private var usesCache = false
    private(set) var randomNumbers: any RandomNumberGenerator

    init(
        respond: @escaping (Request, Int, inout Duration) throws -> Response, sentBefore: Int, requestLimit: Int,
        order: LoadOrder,
        answers: [QuestionKey: AnyObject], start: Date, store: [String: StoreEntry], cache: CacheModel,
        randomNumbers: any RandomNumberGenerator, scheduler: Scheduler? = nil, meter: (any RunMeter)? = nil,
        rerun: Rerun? = nil
    ) {
        self.respond = respond
        (self.sentBefore, self.requestLimit) = (sentBefore, requestLimit)
        self.order = order
        self.answers = answers
        self.start = start
        self.store = store
        self.cache = cache
        self.randomNumbers = randomNumbers
        self.scheduler = scheduler
        self.meter = meter
        self.rerun = rerun
    }

    /// Lets the fibers take steps, the earliest first, until the plan and all runs that were begun on their own have
    /// ended.
    func run<Value>(
        _ plan: Plan<Value>, at time: Duration
    ) -> (outcome: Result<Value, any Error>, time: Duration) {
        var end: (Result<Value, any Error>, Duration)?
        self.time = time
        openQueue = OpenQueue(at: time)
        let fiber = Fiber(plan, at: time, in: FiberContext(rerun: rerun?.branch(ofRun: 0)), self) {
            end = ($0, $1)
            self.meter?.finish(at: $1, after: self.cause)
        }
        defer { withExtendedLifetime(fiber) {} }
        while true {
            if let end, !coordination.isKeepingRuns { return end }
            guard sentBefore + requests.count <= requestLimit, let next = takeNext() else {
                // Breaks a reference cycle of runs that haven't ended.
                runs = [:]
                return end ?? (.failure(Standstill()), self.time)
            }
            next.advance()
            guard scheduler != nil else { continue }
            scheduler?.note(footprint)
            footprint = Footprint()
        }
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
            requests.append(request)
            record(.sent(request), at: time)
            exchange = meter.map { MeasuredExchange(request, at: time, after: cause, in: self, by: $0) }
            let response =
                try recorded.map { try $0() } ?? respond(request, sentBefore + requests.count, &delay)
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

    private func date(at time: Duration) -> Date {
        start.addingTimeInterval(time.inSeconds)
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
        if let answer = answers[QuestionKey(question)] as? ScriptedAnswer<Value> { return Result { try answer.give() } }
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
        // An update that changes nothing isn't an event.
        if updating.verb != "update" || after != before {
            record(after == nil ? .removed(updating.name) : .wrote(updating.name), at: time)
        }
        store[updating.name] = after
        return before
    }

    /// Accesses the cache, and returns the previous entry.
    func cache(_ access: CacheAccess, at time: Duration) -> CacheEntry? {
        switch access.action {
        case .read(let key):
            usesCache = true
            touch { $0.read(.cached(key), .wholeCache) }
            return cache[key]
        case .update(let key, let change):
            return cached(key, changedBy: change, at: time)
        case .invalidate(let keys):
            // Without a cache in use, nothing is stored, nor is a request under way that could be.
            guard usesCache || !cache.entries.isEmpty else { return nil }
            let date = date(at: time)
            for key in keys { _ = cached(key, changedBy: { _ in CacheEntry(invalidated: date) }, at: time) }
            return nil
        case .remove(let relative):
            let selection = relative.resolved(against: order.baseURL)
            touch { $0.write(.wholeCache) }
            cache.remove(selection, at: date(at: time))
            record(.removedCached(selection), at: time)
            return nil
        }
    }

    /// Changes the cached entry under a key, and returns the previous one.
    private func cached(
        _ key: CacheKey, changedBy change: @Sendable (CacheEntry?) -> CacheEntry?, at time: Duration
    ) -> CacheEntry? {
        touch {
            $0.write(.cached(key))
            $0.read(.wholeCache)
        }
        let before = cache[key]
        cache.update(key, change)
        if cache[key] != before { record(cache[key] == nil ? .forgot(key) : .stored(key), at: time) }
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

/// A request that was sent, its outcome, and the delay until it arrives.
struct Answered {
    let request: Request
    let outcome: Result<Response, any Error>
    let delay: Duration
    /// The exchange if it's measured.
    let exchange: MeasuredExchange?
}

/// The error if every fiber waits for another one. No plan can cause it, because a run never waits for itself.
private struct Standstill: Error {}
