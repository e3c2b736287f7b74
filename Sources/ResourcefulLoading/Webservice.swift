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
    /// What relative URLs are resolved against.
    let baseURL: URL?
    /// How responses are cached, unless requests say it.
    let caching: Caching?
    private var interpreter: Interpreter
    private let observers: [Observer]

    /// A Webservice over a transport.
    ///
    /// - Parameters:
    ///   - baseURL: What relative URLs are resolved against (RFC 3986, section 5).
    ///   - policies: What is done to every request, the outermost first. Redirects are followed inside all of them.
    ///   - store: Where plans and policies keep their entries.
    ///   - observers: Who is told what happens.
    ///   - transport: What sends the requests.
    public init(
        baseURL: URL? = nil, policies: [Policy] = [], store: some EntryStore = MemoryStore(),
        observers: [Observer] = [], transport: some Transport
    ) {
        self.baseURL = baseURL
        self.observers = observers
        caching = policies.lazy.compactMap(\.caching).first
        interpreter = Interpreter(
            services: Services(baseURL: baseURL, policies: policies, store: store, transport: transport))
    }

    /// Loads a resource, and returns its value. What is fresh in memory is not waited for.
    ///
    /// - Throws: ``LoadError``, `CancellationError`, or what the resource declares, as for a plan.
    public func load<Value>(_ resource: Resource<Value>) async throws -> sending Value {
        guard observers.isEmpty, !resource.hasPolicy, !Task.isCancelled,
            let response = interpreter.inMemory(resource.request)
        else { return try await load(resource.plan) }
        return try resource.value(from: response)
    }

    /// Loads a resource, or carries out a plan, and returns its value.
    ///
    /// - Throws: ``LoadError`` with the stage that failed; `CancellationError` when the task is cancelled, which ends
    ///   all transfers at once; or what a function of the plan itself has thrown.
    public func load<Value>(_ loadable: some Loadable<Value>) async throws -> sending Value {
        let plan = loadable.plan
        let (interpreter, watch) = watched()
        guard let watch else { return try await interpreter.value(of: plan) }
        watch.tell(.planned("\(plan)"))
        do {
            let value = try await interpreter.value(of: plan)
            watch.tell(.finished(error: nil))
            return value
        } catch {
            watch.tell(.finished(error: Redaction.standard.text(of: error)))
            throw error
        }
    }

    /// The same Webservice, the bytes of whose loads count.
    package func metered(by meter: ProgressMeter) -> Webservice {
        var webservice = self
        webservice.interpreter.meter = meter
        return webservice
    }

    /// What carries one load out, and who watches it.
    func watched() -> (Interpreter, Watch?) {
        guard !observers.isEmpty else { return (interpreter, nil) }
        var watched = interpreter
        watched.watch = Watch(observers)
        return (watched, watched.watch)
    }
}
