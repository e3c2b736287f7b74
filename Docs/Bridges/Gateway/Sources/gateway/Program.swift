import Foundation
import Hummingbird
import Logging
import Metrics
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
        // Bootstrap your tracing system here: InstrumentationSystem.bootstrap(tracer)
        var logger = Logger(label: "gateway")
        logger.logLevel = settings.logLevel

        let health = Health(logger: logger)
        let client = PageClient(settings, try SharedState(at: settings.store, health: health), logger: logger)
        let application = Application(
            router: routes(client, health, metrics),
            configuration: ApplicationConfiguration(address: .hostname(settings.host, port: settings.port)),
            logger: logger)
        // They end in the reverse order: first the balancers are told, then requests that have begun are answered.
        var services: [any Service] = settings.hasOwnUpstreams ? [Upstreams(port: 8081)] : []
        services += [application, Farewell(health: health)]
        var configuration = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = settings.shutdown
        try await ServiceGroup(configuration: configuration).run()
    }
}

/// Says that the service ends, and waits until balancers have seen it.
struct Farewell: Service {
    let health: Health

    func run() async throws {
        try await gracefulShutdown()
        health.end()
    }
}
