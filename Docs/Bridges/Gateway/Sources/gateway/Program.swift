import Foundation
import Hummingbird
import Logging
import Metrics
import ResourcefulLifecycle
import ResourcefulLoading
import ResourcefulLogging
import ResourcefulMetrics
import ServiceLifecycle
import TextMetrics
import UnixSignals
import Upstreams

/// A service with everything that it needs in production: `GET /page/7`, made of what two other services answer.
@main enum Program {
    static func main() async throws {
        let settings = try Settings(ProcessInfo.processInfo.environment)
        LoggingSystem.bootstrap(StreamLogHandler.standardError, metadataProvider: .requestID)
        let metrics = TextMetrics()
        MetricsSystem.bootstrap(metrics)
        // Your tracing system comes here: InstrumentationSystem.bootstrap(tracer)
        var logger = Logger(label: "gateway")
        logger.logLevel = settings.logLevel

        let (health, lifetime) = (ServiceHealth(), LoadLifetime())
        let observers: [LoadObserver] = [.logger(logger), .metrics(), health.observer]
        let shared = try SharedState(at: settings.store, timeout: settings.deadline / 3, observers: observers)
        let client = PageClient(settings, shared, observers: observers, lifetime: lifetime)
        let probes = Probes(health, drain: settings.drain)
        let server = Application(
            router: routes(client, probes, metrics),
            configuration: ApplicationConfiguration(address: .hostname(settings.host, port: settings.port)),
            logger: logger)

        // They end in the reverse order: balancers learn it, requests that have begun are answered, then loads end, and
        // then the connections that they used.
        var services: [any Service] = settings.hasOwnUpstreams ? [Upstreams(port: 8081)] : []
        services += [shared, LoadService(lifetime, within: settings.shutdown / 2), server, probes]
        var configuration = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = settings.shutdown
        try await ServiceGroup(configuration: configuration).run()
    }
}
