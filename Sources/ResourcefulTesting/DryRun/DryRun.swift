/// Runs plans synchronously: a function answers the requests, time is virtual, and nothing is awaited.
///
///     var run = DryRun(baseURL: api) { request in Response(body: fixture) }
///     let episodes = try run.load(Episode.all)
///     #expect(episodes.map(\.title) == ["Values"])
///     #expect(run.requests.map(\.path) == ["/episodes.json"])
///
/// Concurrent branches take turns, one effect at a time, the left branch first; time advances only when every branch
/// waits. Each run is therefore deterministic, and branches that share a run really share it.
public struct DryRun {
    /// What is done to a request before it's sent, in order.
    public let loadOrder: LoadOrder
    /// The function that answers a request, given its number from 1 on, and sets how long the answer takes.
    package var respond: (Request, Int, inout Duration) throws -> Response
    /// The number of requests after which a load is abandoned, so that a plan without an end has one.
    package var requestLimit = Int.max

    /// The requests in the order they were sent, as a transport would receive them.
    public private(set) var requests: [Request] = []
    /// The virtual time that all loads have taken so far.
    public private(set) var elapsed: Duration = .zero
    /// All events, in order.
    public private(set) var events: [Event] = []
    /// The entries of the store. Set them before a load or inspect them afterwards.
    public var store: [String: StoreEntry] = [:]
    /// The cache. Set it before a load or inspect it afterwards. It represents all stores and has no size limit.
    public var cache = CacheModel()
    /// The date at the beginning.
    public var start = Date(timeIntervalSinceReferenceDate: 0)
    /// The source of random numbers: the same ones in every run, unless you set another generator.
    public var randomNumbers: any RandomNumberGenerator = SplitMix64(seed: 0)

    /// The answers to the questions of plans.
    private var answers: [QuestionKey: AnyObject] = [:]

    /// The order in which branches take their turns. Setting it finishes the runs under way.
    public var order = Order.inTurn {
        didSet {
            finishRuns()
            scheduler = Scheduler(order)
        }
    }
    /// The scheduler that chooses the next branch; nil for the default order.
    package var scheduler: Scheduler?
    /// The record that each load repeats; nil if there is none.
    var record: RecordedLoad?
    /// Where the loads weren't as they were recorded in a black box, in order.
    public private(set) var divergences: [Divergence] = []
    /// Measures the exchanges of all loads; nil if nothing does.
    package var meter: (any RunMeter)?
    /// The life of the process that the run takes place in.
    package var life = ProcessLife()
    /// Whether a load ends the runs that it doesn't wait for.
    package var finishesRuns = false
    /// The runs under way that no load waits for; nil if there are none.
    private var keptRuns: KeptRuns?

    /// Creates a run in which a function answers the requests.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that relative URLs are resolved against.
    ///   - policies: The policies for every request, the outermost first.
    ///   - respond: The function that answers a request. An error that it throws fails the load at the transport stage,
    ///     unless it already is an error of another stage.
    public init(
        baseURL: URL? = nil, policies: [Policy] = [], _ respond: @escaping (Request) throws -> Response
    ) {
        self.init(baseURL: baseURL, policies: policies) { request, _ in try respond(request) }
    }

    /// Creates a run in which a function answers the requests and sets how long each answer takes, which is no time at
    /// first. An answer that takes longer than the timeout of its request is a timeout.
    ///
    ///     var run = DryRun(policies: [.hedging(after: .milliseconds(300))]) { request, delay in
    ///         delay = .seconds(1)
    ///         return Response(body: fixture)
    ///     }
    ///
    /// - Parameters:
    ///   - baseURL: The URL that relative URLs are resolved against.
    ///   - policies: The policies for every request, the outermost first.
    ///   - respond: The function that answers a request, and sets how long the answer takes.
    public init(
        baseURL: URL? = nil, policies: [Policy] = [],
        taking respond: @escaping (Request, inout Duration) throws -> Response
    ) {
        loadOrder = LoadOrder(baseURL: baseURL, policies: policies)
        self.respond = { request, _, delay in
            let response = try respond(request, &delay)
            guard let timeout = request.timeout, delay > timeout else { return response }
            delay = timeout
            throw TransportError(.timedOut, "no answer within \(timeout)")
        }
    }

    /// Runs a plan and returns its value, as a `Webservice` would.
    ///
    /// Runs that the plan begins and doesn't wait for, such as a validation in the background or the refresh of a
    /// token that outlasts a deadline, go on during the next load. What they do until the plan ends is done;
    /// ``finishRuns()`` does the rest.
    ///
    /// - Throws: The errors of `Webservice.load`.
    public mutating func load<Value>(_ loadable: some Loadable<Value>) throws -> Value {
        if scheduler?.isCut == true { throw CutShort() }
        let rerun = record.map { Rerun($0, at: elapsed) }
        let outcome = simulated(rerun) { $0.run(loadable.plan, at: $1) }
        rerun?.finish(outcome, at: elapsed)
        divergences += rerun?.divergences ?? []
        if scheduler?.isCut == true { throw CutShort() }
        return try outcome.get()
    }

    /// Finishes the runs that loads have begun and not waited for, and adds the time that they take to ``elapsed``.
    ///
    ///     _ = try run.load(Episode.all.cached())
    ///     run.finishRuns()
    ///     #expect(run.requests.count == 2, "the stored list is validated in the background")
    ///
    /// A copy of a run doesn't have runs of its own: those under way go on in the copy that continues first.
    public mutating func finishRuns() {
        guard keptRuns != nil, scheduler?.isCut != true else { return }
        simulated(nil) { simulation, time in ((), time: simulation.finishRuns(at: time)) }
    }

    /// Calls a function with the simulation of the runs under way, or a new one, and takes over its results.
    private mutating func simulated<Outcome>(
        _ rerun: Rerun?, _ body: (Simulation, Duration) -> (outcome: Outcome, time: Duration)
    ) -> Outcome {
        let settings = Simulation.Settings(
            respond: respond, sentBefore: requests.count, requestLimit: requestLimit, order: loadOrder,
            answers: answers, start: start, meter: meter, rerun: rerun, finishesRuns: finishesRuns)
        let simulation = keptRuns?.take() ?? Simulation(settings)
        simulation.resume(settings)
        (simulation.store, simulation.cache, simulation.life) = (store, cache, life)
        simulation.life.hasCrashed = false
        (simulation.randomNumbers, simulation.scheduler) = (randomNumbers, scheduler)
        let (outcome, time) = body(simulation, elapsed)
        requests += simulation.requests
        events += simulation.events
        (store, cache, life) = (simulation.store, simulation.cache, simulation.life)
        (randomNumbers, scheduler) = (simulation.randomNumbers, simulation.scheduler)
        elapsed = time
        keptRuns = simulation.isKeepingRuns ? KeptRuns(simulation) : nil
        return outcome
    }

    /// Sets the function that answers a question of plans (see `Question`). It's called each time the question is
    /// asked, and replaces an earlier function.
    public mutating func answer<Value: Sendable>(
        _ question: Question<Value>, _ answer: @escaping () throws -> Value
    ) {
        answers[QuestionKey(question)] = ScriptedAnswer(answer)
    }
}

/// The simulation of runs that outlive a load.
private final class KeptRuns {
    private var simulation: Simulation?

    init(_ simulation: Simulation) { self.simulation = simulation }

    /// Passes the runs to a load; nil if the load of another copy has taken them.
    func take() -> Simulation? { simulation.take() }

    deinit { simulation?.cancelRuns() }
}

/// The answer to a question.
final class ScriptedAnswer<Value> {
    let give: () throws -> Value

    init(_ give: @escaping () throws -> Value) { self.give = give }
}
