import Foundation
import Resourceful
import ResourcefulAsyncHTTPClient

/// A gateway that makes a page from three services, in several ways, to compare them.
@main enum Program {
    private static let usage = """
        gateway: a server that makes a page from three services

            gateway services PORT               the three services
            gateway KIND PORT SERVICES_PORT     the gateway; KIND is one of
                resourceful     Resourceful, over the standard transport
                cached          the same, with a cache
                bridge          Resourceful over AsyncHTTPClient
                by-hand         AsyncHTTPClient alone
        """

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let ports = arguments.dropFirst().compactMap { Int($0) }
        if arguments.first == "services", ports.count == 1 { return try await serveServices(port: ports[0]) }
        guard ports.count == 2, let services = URL(string: "http://127.0.0.1:\(ports[1])/"),
            let source = source(arguments[0], services)
        else {
            print(usage)
            exit(arguments.first == "--help" ? 0 : 64)
        }
        try await serve(source, port: ports[0])
    }

    private static func source(_ kind: String, _ services: URL) -> (any PageSource)? {
        switch kind {
        case "resourceful": ResourcefulSource(services: services, isCached: false, transport: .platform)
        case "cached": ResourcefulSource(services: services, isCached: true, transport: .platform)
        case "bridge":
            ResourcefulSource(services: services, isCached: false, transport: AsyncHTTPClientTransport())
        case "by-hand": ClientSource(services: services)
        default: nil
        }
    }
}
