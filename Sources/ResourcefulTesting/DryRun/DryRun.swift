public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Carries plans out synchronously: a function answers the requests, time is virtual, nothing is awaited.
///
///     var run = DryRun { request in Response(body: fixture) }
///     let media = try run.load(Episode.all.flatMap { $0[0].media })
///     #expect(run.requests.count == 2)
///
/// What a plan does at once is done in turn, one effect of each branch after the other, those on the left first; time
/// moves on only when every branch waits. So a run is the same every time, and branches that share a run do share it.
public struct DryRun {
    /// What is done to a request on its way, in order.
    public let loadOrder: LoadOrder
    /// Answers a request, and says how long that takes.
    var respond: (Request, inout Duration) throws -> Response

    /// The requests, in the order in which they were sent, as a transport would get them.
    public private(set) var requests: [Request] = []
    /// How long the plans would have waited, all loads together.
    public private(set) var elapsed: Duration = .zero
    /// Everything that happened, in order.
    public private(set) var events: [Event] = []
    /// The entries of the store. They may be set before a load and looked at afterwards.
    public var store: [String: StoreEntry] = [:]
    /// What is cached. It may be set before a load and looked at afterwards; all stores are one here, without a bound.
    public var cache = CacheModel()
    /// The time at the beginning.
    public var start = Date(timeIntervalSinceReferenceDate: 0)
    /// Where random numbers come from: the same ones in every run, unless another generator is set.
    public var randomNumbers: any RandomNumberGenerator = SplitMix64(seed: 0)

    /// The answers to the questions of plans.
    private var answers: [QuestionKey: AnyObject] = [:]

    /// In which order branches take their turns.
    public var order = Order.inTurn { didSet { scheduler = Scheduler(order) } }
    /// Who chooses, where the order is not the usual one.
    var scheduler: Scheduler?

    /// A run whose requests are answered by a function.
    ///
    /// - Parameters:
    ///   - baseURL: What relative URLs are resolved against.
    ///   - policies: What is done to every request, the outermost first.
    ///   - respond: The answer to a request; what it throws is an error of the transport stage.
    public init(
        baseURL: URL? = nil, policies: [Policy] = [], _ respond: @escaping (Request) throws -> Response
    ) {
        self.init(baseURL: baseURL, policies: policies) { request, _ in try respond(request) }
    }

    /// A run whose requests are answered by a function that says how long an answer takes, from the request on.
    init(baseURL: URL?, policies: [Policy], taking respond: @escaping (Request, inout Duration) throws -> Response) {
        loadOrder = LoadOrder(baseURL: baseURL, policies: policies)
        self.respond = respond
    }

    /// Carries a plan out and returns its value, as a Webservice would.
    ///
    /// - Throws: what `Webservice.load` would throw.
    public mutating func load<Value>(_ loadable: some Loadable<Value>) throws -> Value {
        if scheduler?.isCut == true { throw CutShort() }
        let world = World(
            respond: respond, order: loadOrder, answers: answers, start: start, store: store, cache: cache,
            randomNumbers: randomNumbers, scheduler: scheduler)
        let (outcome, time) = world.run(loadable.plan, at: elapsed)
        requests += world.requests
        events += world.events
        store = world.store
        cache = world.cache
        randomNumbers = world.randomNumbers
        scheduler = world.scheduler
        elapsed = time
        if scheduler?.isCut == true { throw CutShort() }
        return try outcome.get()
    }

    /// Says how a question of plans is answered (see `Question`): by a function that is called each time, of which the
    /// last one counts.
    public mutating func answer<Value: Sendable>(
        _ question: Question<Value>, _ answer: @escaping () throws -> Value
    ) {
        answers[QuestionKey(question)] = ScriptedAnswer(answer)
    }
}

extension DryRun {
    /// What `Webservice.updates(of:)` would give: the stored value, then a newer one.
    ///
    /// - Throws: what the loop over them would.
    public mutating func updates<Value>(of resource: Resource<Value>) throws -> [LoadUpdate<Value>] {
        let stored = try load(resource.stored)
        let update = try load(resource.update(after: stored))
        return [stored.value, update].compactMap { $0 }
    }
}

/// The answer to a question.
final class ScriptedAnswer<Value> {
    let give: () throws -> Value

    init(_ give: @escaping () throws -> Value) { self.give = give }
}
