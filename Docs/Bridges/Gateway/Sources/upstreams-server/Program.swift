import Logging
import ServiceLifecycle
import UnixSignals
import Upstreams

/// The services behind the gateway, for its tests: `upstreams-server PORT [SECONDS]`, where a token is accepted for so
/// many seconds.
@main enum Program {
    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let upstreams = Upstreams(port: numbers.first ?? 8081, lifetime: numbers.count > 1 ? numbers[1] : 10)
        let configuration = ServiceGroupConfiguration(
            services: [upstreams], gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "upstreams"))
        try await ServiceGroup(configuration: configuration).run()
    }
}
