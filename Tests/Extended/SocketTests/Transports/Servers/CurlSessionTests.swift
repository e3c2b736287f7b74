import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// TLS sessions that later connections resume, by the word of nginx: "r" for a connection that has resumed one.
@Suite(.permit, .needsServers) struct CurlSessionTests {
    private func transport() throws -> CurlTransport { CurlTransport(tls: try Servers.authority()) }

    /// Loads so many times and returns, for each connection, whether it has resumed a session.
    private func resumed(_ count: Int, _ url: String, over transport: CurlTransport, atOnce: Int = 1) async throws
        -> [String: Bool]
    {
        let plan = all(Array(repeating: echo(url).alone(), count: count), atOnce: atOnce)
        let responses = try await Webservice(transport: transport).load(plan)
        return try responses.reduce(into: [:]) { resumed, response in
            let connection = try #require(response.headerFields["X-Connection"])
            resumed[connection] = response.headerFields["X-Resumed"] == "r"
        }
    }

    @Test func `a new connection resumes the session of one that was closed`() async throws {
        let resumed = try await resumed(5, Servers.secureOnce + "hello.txt", over: transport())
        #expect(resumed.count == 5)
        #expect(resumed.values.count { $0 } == 4)
    }

    @Test func `connections beside each other resume the session of the first, over TLS 1_2`() async throws {
        let (transport, url) = (try transport(), Servers.secureByTLS12 + "numbers.txt")
        #expect(try await resumed(1, url, over: transport).values.first == false)
        let resumed = try await resumed(40, url, over: transport, atOnce: 8)
        #expect(resumed.count > 1)
        #expect(resumed.values.count { $0 } == resumed.count - 1)
    }

    @Test func `a libcurl that can't tell sessions apart doesn't resume them`() async throws {
        let old = try LibraryVersion.$assumed.withValue(LibraryVersion("libcurl/7.83.0")) { try transport() }
        let resumed = try await resumed(5, Servers.secureOnce + "hello.txt", over: old)
        #expect(resumed.values.count { $0 } == 0)
    }

    @Test func `a session stays with its transport`() async throws {
        for _ in 0..<2 {
            #expect(try await resumed(1, Servers.secure + "hello.txt", over: transport()).values.first == false)
        }
    }
}
