import ResourcefulCurl
import ResourcefulTesting

/// A transport for all tests of this target: they share its connections as a program's loads do.
enum Shared {
    static let transport = CurlTransport()
}

extension LoopbackServer {
    /// A Webservice that loads from this server.
    func webservice(_ transport: CurlTransport = Shared.transport, policies: [Policy] = []) -> Webservice {
        Webservice(baseURL: baseURL, policies: policies, transport: transport)
    }
}
