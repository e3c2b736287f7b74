import ResourcefulLoading
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The envelope of a service, where equal requests are sent once.
struct EnvelopeLoadTests {
    @Test func `loads that take over from a canceled one read the answer as their own resources say`() async throws {
        let answer = Response(body: Data(#"{"code": 0, "message": "ok", "data": ["a"]}"#.utf8))
        let transport = StubTransport { _ in
            try await Task.sleep(for: .milliseconds(300))
            return answer
        }
        let base = try #require(URL(string: "https://example.org/api"))
        let shop = Webservice(baseURL: base, policies: [.inside(Envelope())], transport: transport)
        let list = Resource<[String]>(json: "list")
        let code = Resource(url: list.url, parseJSON: { try $0.code.int }).inside(nil)

        let leader = Task { try await shop.load(list) }
        while transport.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        let follower = Task { try await shop.load(list) }
        let whole = Task { try await shop.load(code) }
        try await Task.sleep(for: .milliseconds(50))
        leader.cancel()

        #expect(try await follower.value == ["a"])
        #expect(try await whole.value == 0)
        await #expect(throws: CancellationError.self) { try await leader.value }
        #expect(transport.requests.map(\.url.absoluteString) == ["\(base)/list", "\(base)/list"])
    }
}
