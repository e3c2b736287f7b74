import ResourcefulIdentity
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Hosts that are to be reached securely alone (RFC 6797), for loads that run at the same time.
struct TransportSecurityLoadTests {
    /// A store that forgets at once.
    private struct Forgetful: EntryStore {
        func read(_ name: String) async -> StoreEntry? { nil }
        func update(_ name: String, _ change: @Sendable (StoreEntry?) -> StoreEntry?) async -> StoreEntry? { nil }
    }

    private static func resource(_ url: String) -> Resource<String> {
        Resource(Request(url: URL(string: url)!)) { String(decoding: $0.body, as: UTF8.self) }
    }

    /// A Webservice whose host asks to be reached securely, and answers with the URL that it was asked for.
    private static func webservice(_ status: Response.Status = 200, store: some EntryStore) -> Webservice {
        Webservice(
            policies: [.strictTransportSecurity()], store: store,
            transport: StubTransport { request in
                let fields: HeaderFields = ["Strict-Transport-Security": "max-age=600"]
                return Response(status: status, headerFields: fields, body: Data(request.url.absoluteString.utf8))
            })
    }

    @Test func `a store that forgets fails no load, and the next one is sent as it stands`() async throws {
        let webservice = Self.webservice(store: Forgetful())
        for url in ["https://a.org/", "http://a.org/"] {
            #expect(try await webservice.load(Self.resource(url)) == url)
        }
    }

    @Test(arguments: [401, 404, 500] as [Response.Status])
    func `a refusal counts, too, and protects loads from the same store`(status: Response.Status) async throws {
        let store = MemoryStore()
        let (one, other) = (Self.webservice(status, store: store), Self.webservice(store: store))
        await #expect(throws: LoadError.self) { _ = try await one.load(Self.resource("https://a.org/")) }
        #expect(try await other.load(Self.resource("http://a.org/")) == "https://a.org/")
    }

    @Test func `when the load that sends is canceled, the next one is sent securely`() async throws {
        let sent = Counter()
        let webservice = Webservice(
            policies: [.strictTransportSecurity(preloaded: ["a.org"])],
            transport: StubTransport { request in
                sent.add()
                return sent.value == 1 ? try await hang() : Response(body: Data(request.url.absoluteString.utf8))
            })
        let first = Task { try await webservice.load(Self.resource("http://a.org/")) }
        #expect(await eventually { sent.value == 1 })
        let second = Task { try await webservice.load(Self.resource("http://a.org/")) }
        #expect(await eventually { webservice.waitingCount == 1 })
        first.cancel()
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        #expect(try await second.value == "https://a.org/")
        #expect(sent.value == 2)
    }
}
