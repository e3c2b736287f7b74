import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the branches of a run have in common: who answers, what was recorded, the store, and whose turn it is.
final class World {
    private let respond: (Request, inout Duration) throws -> Response
    private let start: Date
    /// What is done to each request.
    let order: LoadOrder
    private let answers: [QuestionKey: AnyObject]
    /// Who waits for whom.
    var coordination = Coordination()
    /// Those who wait, and the shared runs under way, by their numbers there.
    var waiting: [Int: WeakWaiting] = [:]
    var runs: [Int: AnyObject] = [:]
    /// The time of the step that is being taken.
    private(set) var time = Duration.zero
    /// Whose turn it is, where that is told by time and turn.
    private var queue = EventQueue()
    /// Who could take a step, where somebody chooses.
    private var openQueue = OpenQueue(at: .zero)
    /// Who chooses.
    private(set) var scheduler: Scheduler?
    private var footprint = Footprint()
    /// Which branch takes the step.
    var branch: BranchPlace?
    private(set) var requests: [Request] = []
    private(set) var events: [DryRun.Event] = []
    private(set) var store: [String: StoreEntry]
    private(set) var cache: CacheModel
    private(set) var randomNumbers: any RandomNumberGenerator

    init(
        respond: @escaping (Request, inout Duration) throws -> Response, order: LoadOrder,
        answers: [QuestionKey: AnyObject], start: Date, store: [String: StoreEntry], cache: CacheModel,
        randomNumbers: any RandomNumberGenerator, scheduler: Scheduler? = nil
    ) {
        self.respond = respond
        self.order = order
        self.answers = answers
        self.start = start
        self.store = store
        self.cache = cache
        self.randomNumbers = randomNumbers
        self.scheduler = scheduler
    }

    /// Lets one after the other take a step, the earliest first, until a plan has come to its outcome.
    func run<Value>(
        _ plan: Plan<Value>, at time: Duration
    ) -> (outcome: Result<Value, any Error>, time: Duration) {
        var end: (Result<Value, any Error>, Duration)?
        self.time = time
        openQueue = OpenQueue(at: time)
        let fiber = Fiber(plan, at: time, in: FiberContext(), self) { end = ($0, $1) }
        defer { withExtendedLifetime(fiber) {} }
        while true {
            if let end, !coordination.isKeepingRuns { return end }
            guard let next = takeNext() else {
                // What is cut short holds on to this otherwise.
                runs = [:]
                return end ?? (.failure(Standstill()), time)
            }
            next.advance()
            guard scheduler != nil else { continue }
            scheduler?.note(footprint)
            footprint = Footprint()
        }
    }
}

// Whose turn it is.
extension World {
    /// Has somebody take a step at a time; an answer may come later.
    func enqueue(_ fiber: any Advancing, number: Int, at time: Duration, isAnswer: Bool = false) {
        guard let scheduler else { return queue.append(fiber, at: time) }
        let cause = scheduler.steps.indices.last
        openQueue.append(fiber, number: number, at: time, isAnswer: isAnswer, cause: cause)
    }

    /// A number for a fiber.
    func nextNumber() -> Int { scheduler?.nextNumber() ?? 0 }

    /// Takes note that a step has looked at or changed something.
    func touch(_ change: (inout Footprint) -> Void) {
        if scheduler != nil { change(&footprint) }
    }

    private func takeNext() -> (any Advancing)? {
        guard var scheduler else {
            guard let next = queue.popFirst() else { return nil }
            time = next.time
            return next.fiber
        }
        // One owner, so that its list of steps is not copied.
        self.scheduler = nil
        let next = openQueue.popNext(by: &scheduler)
        self.scheduler = scheduler
        time = openQueue.time
        if next?.movesTime == true { footprint.write(.time) }
        if next?.isAnswer == true { footprint.read(.time) }
        return next?.fiber
    }
}

// The effects.
extension World {
    /// Sends a request; what comes back is received later.
    func ask(_ request: Request, at time: Duration) -> Answered {
        touch {
            $0.write(.server)
            $0.read(.origin)
        }
        var request = request
        var delay = Duration.zero
        do {
            request = try request.checked()
            requests.append(request)
            record(.sent(request), at: time)
            let response = try respond(request, &delay).delivered(to: request).answering(request)
            try request.checkSize(response.body.count)
            return Answered(request: request, outcome: .success(response), delay: delay)
        } catch {
            let error = LoadError.ofTransport(error, request: request)
            return Answered(request: request, outcome: .failure(error), delay: delay)
        }
    }

    /// Takes note of what came back.
    func receive(_ answered: Answered, at time: Duration) -> Result<Response, any Error> {
        switch answered.outcome {
        case .success(let response): record(.received(response.status, from: answered.request), at: time)
        case .failure(let error): record(.failed(answered.request, "\(error)"), at: time)
        }
        return answered.outcome
    }

    func woke(after duration: Duration, at time: Duration) { record(.waited(duration), at: time) }

    func now(at time: Duration) -> Date {
        record(.askedTime, at: time)
        return date(at: time)
    }

    private func date(at time: Duration) -> Date {
        start.addingTimeInterval(time.inSeconds)
    }

    func random(at time: Duration) -> UInt64 {
        touch { $0.write(.randomNumbers) }
        let number = randomNumbers.next()
        record(.drewNumber(number), at: time)
        return number
    }

    func answer<Value: Sendable>(to question: Question<Value>, at time: Duration) -> Result<Value, any Error> {
        touch { $0.write(.question(question.name)) }
        record(.asked(question.name), at: time)
        guard let answer = answers[QuestionKey(question)] as? ScriptedAnswer<Value> else {
            return .failure(UnansweredQuestion(question))
        }
        return Result { try answer.give() }
    }

    func read(_ name: String, at time: Duration) -> StoreEntry? {
        touch { $0.read(.entry(name)) }
        record(.read(name, found: store[name] != nil), at: time)
        return store[name]
    }

    /// Changes an entry, and returns what it was before.
    func update(_ updating: Updating, at time: Duration) -> StoreEntry? {
        touch { $0.write(.entry(updating.name)) }
        let before = store[updating.name]
        let after = updating.change(before)
        // What an update leaves as it was is no event.
        if updating.verb != "update" || after != before {
            record(after == nil ? .removed(updating.name) : .wrote(updating.name), at: time)
        }
        store[updating.name] = after
        return before
    }

    /// Does what is wanted of the cache, and returns what was there.
    func cache(_ access: CacheAccess, at time: Duration) -> CacheEntry? {
        switch access.action {
        case .read(let key):
            touch { $0.read(.cached(key), .wholeCache) }
            record(.lookedUp(key, found: cache[key] != nil), at: time)
            return cache[key]
        case .update(let key, let change):
            touch {
                $0.write(.cached(key))
                $0.read(.wholeCache)
            }
            let before = cache[key]
            cache.update(key, change)
            if cache[key] != before { record(cache[key] == nil ? .forgot(key) : .stored(key), at: time) }
            return before
        case .remove(let selection):
            touch { $0.write(.wholeCache) }
            cache.remove(selection, at: date(at: time))
            record(.removedCached(selection), at: time)
            return nil
        }
    }

    func decided(_ decision: LoadDecision, at time: Duration) { record(.decided(decision), at: time) }

    func record(_ kind: DryRun.Event.Kind, at time: Duration) {
        events.append(DryRun.Event(kind, at: time, by: branch?.branch ?? .root))
    }
}

/// A request that was sent, and what comes back after so long.
struct Answered {
    let request: Request
    let outcome: Result<Response, any Error>
    let delay: Duration
}

/// Everything waits for something else. No plan comes to that, since nobody waits for a run that waits for them.
private struct Standstill: Error {}
