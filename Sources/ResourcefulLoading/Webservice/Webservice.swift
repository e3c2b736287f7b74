public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What loads resources and plans over a transport.
///
/// A Webservice is a value: a base URL, policies, a transport, a store that begins empty. Copies share the store and
/// the runs under way. Make one for each service, and keep it.
public struct Webservice: Sendable {
    /// How responses are cached, unless requests say it.
    let caching: Caching?
    private let loader: Loader
    private let observers: [LoadObserver]

    /// A Webservice over a transport.
    ///
    /// - Parameters:
    ///   - baseURL: The folder that contains relative URLs, with or without a trailing slash: `news` in
    ///     `https://h/api/4` is `https://h/api/4/news`. A URL that leaves it, such as `/news` or `../news`, fails the
    ///     load.
    ///   - policies: What is done to every request, the outermost first; see ``order``.
    ///   - store: Where plans and policies keep their entries.
    ///   - answers: What plans ask for that only code outside knows; see `Question`.
    ///   - observers: Who is told what happens.
    ///   - transport: What sends the requests.
    public init(
        baseURL: URL? = nil, policies: [Policy] = [], store: some EntryStore = MemoryStore(),
        answers: [Answer] = [], observers: [LoadObserver] = [], transport: some Transport
    ) {
        self.observers = observers
        caching = policies.lazy.compactMap(\.caching).first
        loader = Loader(
            Services(baseURL: baseURL, policies: policies, store: store, answers: answers, transport: transport))
    }

    private init(_ webservice: Webservice, _ loader: Loader) {
        (caching, observers) = (webservice.caching, webservice.observers)
        self.loader = loader
    }

    /// What is done to a request on its way, in order; printing the Webservice shows it, too.
    public var order: LoadOrder { loader.services.order }

    /// How many of its loads wait for another one, or for a place.
    package var waitingCount: Int { loader.services.coordinator.waitingCount }

    /// The folder that contains relative URLs.
    var baseURL: URL? { order.baseURL }

    /// Loads a resource, and returns its value. What is fresh in memory is not waited for.
    ///
    /// - Throws: ``LoadError``, `CancellationError`, or what the resource declares, as for a plan.
    public func load<Value>(_ resource: Resource<Value>) async throws -> sending Value {
        guard observers.isEmpty, !resource.hasPolicy, !Task.isCancelled,
            let response = loader.inMemory(resource.submission)
        else { return try await load(resource.plan) }
        return try resource.value(from: response)
    }

    /// Loads a resource, or carries out a plan, and returns its value.
    ///
    /// - Throws: ``LoadError`` with the stage that failed; `CancellationError` when the task is cancelled, which ends
    ///   all transfers at once; or what a function of the plan itself has thrown.
    public func load<Value>(_ loadable: some Loadable<Value>) async throws -> sending Value {
        let plan = loadable.plan
        guard !observers.isEmpty else { return try await loader.value(of: plan) }
        let watch = Watch(observers, with: plan.firstRequest)
        watch.begin("\(plan)")
        do {
            let value = try await loader.watched(by: watch).value(of: plan)
            watch.end(nil)
            return value
        } catch {
            watch.end(error)
            throw error
        }
    }

    /// The same Webservice for one of several accounts.
    func with(account: String) -> Webservice { Webservice(self, loader.of(account: account)) }

    /// The same Webservice, the bytes of whose loads count.
    package func metered(by meter: ProgressMeter) -> Webservice { Webservice(self, loader.metered(by: meter)) }

    /// What carries the parts of one load out, and who watches it: a load that is more than a plan.
    func watched(beginning request: Request, _ text: @autoclosure () -> String) -> (Loader, Watch?) {
        guard !observers.isEmpty else { return (loader, nil) }
        let watch = Watch(observers, with: request)
        watch.begin(text())
        return watched(by: watch)
    }

    /// What carries a part of a load out, of which others tell when it begins and ends.
    func watched(by watch: Watch?) -> (Loader, Watch?) { (loader.watched(by: watch), watch) }
}

extension Webservice: CustomStringConvertible {
    /// What is done to a request on its way, in order, without secrets; with a warning where the order is not what is
    /// most often wanted.
    public var description: String { order.description }
}
