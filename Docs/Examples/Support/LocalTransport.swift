public import Resourceful
public import ResourcefulTesting

/// A transport that sends requests for the hosts of real services to servers on this machine. So a stack keeps
/// the addresses of its service, and runs without a network beyond this machine.
public struct LocalTransport<Inner: Transport>: Transport {
    private let servers: [String: LoopbackServer]
    private let transport: Inner

    /// - Parameters:
    ///   - servers: The server for each host.
    ///   - transport: The transport that sends the requests.
    public init(_ servers: [String: LoopbackServer], over transport: Inner = .platform) {
        self.servers = servers
        self.transport = transport
    }

    public func send(_ request: Request) async throws -> Response {
        var response = try await transport.send(local(request))
        response.url = request.url
        return response
    }

    private func local(_ request: Request) throws -> Request {
        var target = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        guard let host = target?.host, let server = servers[host]?.baseURL else {
            throw TransportError(.cannotResolveHost, "no server on this machine plays \(request.url.host() ?? "none")")
        }
        target?.scheme = server.scheme
        target?.host = server.host()
        target?.port = server.port
        var request = request
        request.url = target?.url ?? request.url
        return request
    }
}

extension LoopbackServer {
    /// The received requests, one on each line.
    public var log: String {
        requests.map { request in
            let query = request.url.query().map { "?\($0)" } ?? ""
            return "  \(request.method) \(request.url.path())\(query)".shortened(to: 110)
        }.joined(separator: "\n")
    }
}

extension String {
    fileprivate func shortened(to count: Int) -> String { self.count > count ? "\(prefix(count))…" : self }
}
