import Foundation
import Resourceful
import ResourcefulTesting
import ResourcefulURLSession
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The second stack's session configuration, where it is URLSession's.
@Suite(.permit) struct SessionCookieTests {
    @Test func `cookies are those of the session's configuration`() async throws {
        let server = try LoopbackServer { request in
            Response(
                headerFields: ["Set-Cookie": "id=7; Path=/"], body: Data((request.headerFields["Cookie"] ?? "").utf8))
        }
        defer { server.stop() }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieAcceptPolicy = .always
        let transport = URLSessionTransport(configuration: configuration)
        let webservice = Webservice(baseURL: server.baseURL, transport: transport)
        let cookie = Resource<String>(text: Request("cookie")).alone()
        #expect(try await webservice.load(cookie) == "")
        #expect(try await webservice.load(cookie) == "id=7")
    }
}
