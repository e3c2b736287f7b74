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
        let sent = Counter()
        let transport = StubTransport { _ in
            sent.add()
            return sent.value == 1 ? try await hang() : answer
        }
        let base = try #require(URL(string: "https://example.org/api"))
        let shop = Webservice(baseURL: base, policies: [.inside(Envelope())], transport: transport)
        let list = Resource<[String]>(json: "list")
        let code = Resource(url: list.url, parseJSON: { try $0.code.int }).inside(nil)

        let leader = Task { try await shop.load(list) }
        #expect(await eventually { sent.value == 1 })
        let follower = Task { try await shop.load(list) }
        let whole = Task { try await shop.load(code) }
        #expect(await eventually { shop.waitingCount == 2 })
        leader.cancel()

        #expect(try await follower.value == ["a"])
        #expect(try await whole.value == 0)
        await #expect(throws: CancellationError.self) { try await leader.value }
        #expect(transport.requests.map(\.url.absoluteString) == ["\(base)/list", "\(base)/list"])
    }

    @Test func `two users of one service each get what their own envelope holds`() async throws {
        let transport = StubTransport { request in
            for _ in 0..<200 { await Task.yield() }
            let user = request.headerFields["Authorization"] ?? "nobody"
            let isKnown = user != "Bearer c"
            let body = #"{"code": \#(isKnown ? 0 : 7), "message": "\#(user)", "data": ["\#(user)"]}"#
            return Response(headerFields: ["Cache-Control": "max-age=60"], body: Data(body.utf8))
        }
        let base = try #require(URL(string: "https://example.org/api"))
        let cache = MemoryCache()
        let list = Resource<[String]>(json: "list")
        func shop(_ token: String) -> Webservice {
            Webservice(
                baseURL: base, policies: [.inside(Envelope()), .cache(in: cache), .bearer(token, for: base)],
                transport: transport)
        }
        let (ann, bob, cid) = (shop("a"), shop("b"), shop("c"))
        for _ in 1...2 {
            async let first = ann.load(list)
            async let second = bob.load(list)
            async let third = cid.load(list)
            let lists = try await [first, second]
            #expect(lists == [["Bearer a"], ["Bearer b"]])
            do {
                Issue.record("nobody knows \(try await third)")
            } catch let error as ServiceError {
                #expect(error == ServiceError(code: 7, message: "Bearer c"))
            }
        }
        // What was stored for one is never another's.
        let sent = transport.requests.compactMap { $0.headerFields["Authorization"] }
        #expect(Set(sent) == ["Bearer a", "Bearer b", "Bearer c"])
    }
}
