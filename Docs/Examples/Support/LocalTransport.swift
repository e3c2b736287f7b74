public import Resourceful
public import ResourcefulTesting

/// A transport that carries requests for the hosts of real services to servers on this machine. So a stack stands as it
/// is, with the addresses of its service, and runs without a network beyond this machine.
public struct LocalTransport: Transport {
    private let servers: [String: LoopbackServer]
    private let transport = PlatformTransport()

    /// - Parameter servers: The server for each host.
    public init(_ servers: [String: LoopbackServer]) { self.servers = servers }

    public func send(_ request: Request) async throws -> Response { try await transport.send(local(request)) }

    public func stream(_ request: Request) async throws -> ResponseStream {
        try await transport.stream(local(request))
    }

    private func local(_ request: Request) throws -> Request {
        var target = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        guard let host = target?.host, let server = servers[host]?.baseURL else {
            throw TransportError(.cannotResolveHost, "no server on this machine plays \(request.url.host() ?? "none")")
        }
        (target?.scheme, target?.host, target?.port) = (server.scheme, server.host(), server.port)
        var request = request
        request.url = target?.url ?? request.url
        return request
    }
}

extension LoopbackServer {
    /// Each request that came, and what its header fields and body say: as a person reads it.
    public var log: String {
        requests.map { request in
            let target = request.url.path() + (request.url.query().map { "?\($0)" } ?? "")
            return "  \(request.method) \(target)"
        }.joined(separator: "\n")
    }
}
