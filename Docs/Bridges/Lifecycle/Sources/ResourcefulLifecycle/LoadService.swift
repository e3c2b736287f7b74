public import ResourcefulLoading
public import ServiceLifecycle

/// Ends the loads of Webservices when a service group shuts down gracefully.
///
///     let lifetime = LoadLifetime()
///     let webservice = Webservice(baseURL: api, observers: [readiness.observer]).lasting(lifetime)
///     let group = ServiceGroup(
///         services: [LoadService(lifetime, within: .seconds(20)), server],
///         gracefulShutdownSignals: [.sigterm], logger: logger)
///     try await group.run()
///
/// Services shut down in reverse order: list it before the server, so that the server answers its requests first. If
/// the group cancels its services, loads are canceled at once.
public struct LoadService: Service, CustomStringConvertible {
    private let lifetime: LoadLifetime
    private let limit: Duration

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime of the Webservices.
    ///   - limit: The time that loads have to end.
    public init(_ lifetime: LoadLifetime, within limit: Duration) { (self.lifetime, self.limit) = (lifetime, limit) }

    /// The time that loads have.
    public var description: String { "loads, which have \(limit) to end" }

    /// Runs until the shutdown, and then until all loads have ended.
    public func run() async throws {
        // A canceled service ends, too: its task is canceled, so that the loads have no time.
        try? await gracefulShutdown()
        await lifetime.end(within: limit)
    }
}
