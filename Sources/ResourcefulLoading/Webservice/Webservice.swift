/// Loads resources and plans over a transport.
///
/// A Webservice is a value: a base URL, policies, a transport, and a store, which is empty by default. Copies share the
/// store and the active runs. Create one for each service, and keep it.
///
///     let webservice = Webservice(baseURL: api, policies: [.cache(), .retry(upTo: 3)])
///     let episodes = try await webservice.load(Episode.all)
///     let newest = try await webservice.load(Episode.all.flatMap { Episode.number($0[0].id) })
///     print(webservice)  // what is done to a request, in order
public struct Webservice: Sendable {
    private let loader: Loader
    private let observers: [LoadObserver]
    /// What keeps failed loads, among the observers; nil if nothing does.
    private let keepers: LoadKeepers?

    /// Creates a Webservice that uses a transport.
    ///
    /// - Parameters:
    ///   - baseURL: The folder that contains relative URLs, with or without a trailing slash: `news` in
    ///     `https://h/api/4` is `https://h/api/4/news`. A URL that leaves it, such as `/news` or `../news`, fails the
    ///     load.
    ///   - policies: The policies for every request, the outermost first; see ``order``.
    ///   - store: The store for the entries of plans and policies.
    ///   - answers: The answers to the questions of plans; see `Question`.
    ///   - observers: The observers of all loads.
    ///   - transport: The transport that sends the requests.
    public init(
        baseURL: URL? = nil, policies: [Policy] = [], store: some EntryStore = MemoryStore(),
        answers: [Answer] = [], observers: [LoadObserver] = [], transport: some Transport
    ) {
        self.observers = observers.filter { $0.keeper == nil }
        keepers = LoadKeepers(observers)
        loader = Loader(
            Services(baseURL: baseURL, policies: policies, store: store, answers: answers, transport: transport))
    }

    private init(_ webservice: Webservice, _ loader: Loader) {
        (observers, keepers) = (webservice.observers, webservice.keepers)
        self.loader = loader
    }

    /// What is done to a request, in order, and the warnings of loads so far. Printing the Webservice shows it, too.
    public var order: LoadOrder { loader.services.order.noticing(loader.services.warnings.texts) }

    /// The number of its loads that wait for another one, or for a permit.
    package var waitingCount: Int { loader.services.coordinator.waitingCount }

    /// The folder that contains relative URLs.
    public var baseURL: URL? { loader.services.order.baseURL }

    /// Loads a resource, and returns its value. Doesn't wait if there is a fresh response in memory.
    ///
    /// - Throws: ``LoadError``, `CancellationError`, or the errors that the resource declares, as for a plan.
    public func load<Value>(_ resource: Resource<Value>) async throws -> sending Value {
        guard observers.isEmpty, !resource.hasPolicy, loader.lifetime == nil else {
            return try await value(of: resource.plan)
        }
        if let response = loader.remembered(resource.submission) { return try value(of: resource, from: response) }
        return try await value(of: resource.plan, asksMemory: false)
    }

    /// Reads a response from memory. It isn't part of `load`, so it takes no space in the memory of a task that waits.
    @inline(never)
    private func value<Value>(of resource: Resource<Value>, from response: Response) throws -> sending Value {
        do {
            return try resource.value(from: response)
        } catch {
            keepers?.keep(loader.resolved(resource.submission.sent), answeredWith: response, "\(resource.plan)", error)
            throw error
        }
    }

    /// Loads a resource, or carries out a plan, and returns its value.
    ///
    /// - Throws: ``LoadError`` with the stage that failed; `CancellationError` if the task is canceled, which ends all
    ///   transfers at once; or an error that a function of the plan throws.
    public func load<Value>(_ loadable: some Loadable<Value>) async throws -> sending Value {
        try await value(of: loadable.plan)
    }

    @inline(__always)
    private func value<Value>(of plan: Plan<Value>, asksMemory: Bool = true) async throws -> sending Value {
        guard observers.isEmpty, keepers == nil else { return try await observedValue(of: plan, asksMemory) }
        return try await loader.value(of: plan, asksMemory: asksMemory)
    }

    private func observedValue<Value>(of plan: Plan<Value>, _ asksMemory: Bool) async throws -> sending Value {
        guard let keepers else { return try await watchedValue(of: plan, nil, asksMemory) }
        let log = keepers.log()
        do {
            return try await watchedValue(of: plan, BranchLog(log), asksMemory)
        } catch {
            keepers.keep(log, "\(plan)", error)
            throw error
        }
    }

    private func watchedValue<Value>(
        of plan: Plan<Value>, _ log: BranchLog?, _ asksMemory: Bool
    ) async throws -> sending Value {
        guard !observers.isEmpty else {
            return try await loader.observed(by: Observation(nil, log)).value(of: plan, asksMemory: asksMemory)
        }
        let watch = Watch(observers, with: plan.firstRequest)
        watch.begin("\(plan)")
        do {
            let value = try await loader.observed(by: Observation(watch, log)).value(of: plan)
            watch.end(nil)
            return value
        } catch {
            watch.end(error)
            throw error
        }
    }

    /// Returns a Webservice whose loads, and those of its accounts, are allowed until a lifetime ends.
    public func lasting(_ lifetime: LoadLifetime) -> Webservice {
        Webservice(self, loader.changing { $0.lifetime = lifetime })
    }

    /// The loader without the observers.
    package var unwatched: Loader { loader }

    /// Returns a Webservice for one of several accounts.
    func with(account: String) -> Webservice { Webservice(self, loader.of(account: account)) }

    /// Returns a Webservice whose exchanges are counted, each by a meter of its own.
    ///
    /// A load has an exchange for each request that is sent: also for a retry, a redirect and a token. Nothing is
    /// counted for a response from a cache.
    ///
    /// - Parameter meter: Creates the meter of an exchange. It replaces an earlier function.
    public func metered(by meter: @escaping @Sendable (Request) -> any ExchangeMeter) -> Webservice {
        Webservice(self, loader.metered(by: meter))
    }

    /// Returns the loader for the parts of one load, and its watch: for loads that are more than a plan.
    package func watched(beginning request: Request?, _ text: @autoclosure () -> String) -> (Loader, Watch?) {
        guard !observers.isEmpty else { return (loader, nil) }
        let watch = Watch(observers, with: request)
        watch.begin(text())
        return watched(by: watch)
    }

    /// Returns the loader for a part of a load, whose beginning and end are reported elsewhere.
    package func watched(by watch: Watch?) -> (Loader, Watch?) {
        (loader.observed(by: Observation(watch, nil)), watch)
    }
}

extension Webservice: CustomStringConvertible {
    /// What is done to a request, in order, without secrets, and with warnings: if the order is unusual, and what loads
    /// have shown.
    public var description: String { order.description }
}

extension Webservice {
    /// The same service for one of several users, with its own token, cookies and policy state.
    ///
    ///     let alice = webservice.account("alice"), bob = webservice.account("bob")
    ///     try await alice.load(Plan.signIn(with: token, for: api))
    ///     let episodes = try await alice.load(Episode.all)
    ///
    /// An account is a part of the store: the names of its entries begin with `account/alice/`. A load belongs to the
    /// account that it began with, even if your app switches to another one meanwhile. Loads of one account share a
    /// token refresh, limits and budgets. All accounts share the connections and the cache, in which the responses of
    /// each account are its own.
    ///
    /// - Parameter name: A name that is unique among the accounts. It appears in logs, so don't put a secret into it.
    public func account(_ name: String) -> Webservice { with(account: name) }
}
