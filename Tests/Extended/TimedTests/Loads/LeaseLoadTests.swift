import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Webservices that share nothing but a store, as processes do.
@Suite(.permit) struct LeaseLoadTests {
    private static let api = URL(string: "https://api.example/")!

    private static let data = Resource(url: api.appending(path: "data")) { _ in true }

    /// A server that takes each refresh token once, as those that rotate them do.
    private final class Server: Sendable {
        let state = Locked<(accepted: Int, refreshes: Int, refused: Int)>((1, 0, 0))

        func transport() -> StubTransport {
            StubTransport { [state] request in
                state.withLock { state in
                    guard request.url.path() == "/token" else {
                        let sent = request.headerFields["Authorization"]
                        return Response(status: sent == "Bearer \(state.accepted)" ? 200 : 401)
                    }
                    state.refreshes += 1
                    guard request.url.query() == "\(state.accepted)" else {
                        state.refused += 1
                        return Response(status: 400)
                    }
                    state.accepted += 1
                    let text = #"{"access_token":"\#(state.accepted)","refresh_token":"\#(state.accepted)"}"#
                    return Response(body: Data(text.utf8))
                }
            }
        }
    }

    /// A transport whose tokens take so long that all who need one find the lease taken, or have asked for one, too.
    private struct Delaying: Transport {
        let transport: StubTransport
        let gate: Gate

        func send(_ request: Request) async throws -> Response {
            if request.url.path() == "/token" {
                try await Task.sleep(for: .milliseconds(50))
                await gate.pass()
            }
            return try await transport.send(request)
        }
    }

    private static func webservices(_ count: Int, _ server: Server, lease: Duration?) async throws -> [Webservice] {
        let (store, gate) = (MemoryStore(), Gate(lease == nil ? count : 1))
        let policy = Policy.bearer(for: api, lease: lease) { old in
            let url = try #require(URL(string: "https://api.example/token?\(old?.refreshToken ?? "")"))
            return Resource<Token>(url: url, method: .post, parseJSON: Token.oauth)
        }
        let webservices = (0..<count).map { _ in
            let transport = Delaying(transport: server.transport(), gate: gate)
            return Webservice(baseURL: api, policies: [policy], store: store, transport: transport)
        }
        // The server has forgotten this one; the refresh token is good.
        try await webservices[0].load(Plan.signIn(with: Token("0", refreshToken: "1"), for: api))
        return webservices
    }

    private static func load(_ webservices: [Webservice]) async throws -> [Bool] {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for webservice in webservices {
                for _ in 0..<4 { group.addTask { try await webservice.load(data) } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `eight that share a store send one refresh`() async throws {
        let server = Server()
        let webservices = try await Self.webservices(8, server, lease: .seconds(30))
        #expect(try await Self.load(webservices).count == 32)
        #expect(server.state.withLock(\.refreshes) == 1)
    }

    @Test func `without a lease each sends one, of which a server that rotates takes one`() async throws {
        let server = Server()
        let webservices = try await Self.webservices(8, server, lease: nil)
        // Each goes on when another one fails.
        await withTaskGroup(of: Void.self) { group in
            for webservice in webservices { group.addTask { _ = try? await webservice.load(Self.data) } }
        }
        #expect(server.state.withLock { $0.refreshes >= 8 && $0.refused == $0.refreshes - 1 })
    }

    @Test func `loads that are canceled while the token is renewed leave no lease behind`() async throws {
        let server = Server()
        let webservices = try await Self.webservices(2, server, lease: .seconds(3_600))
        let first = Task { try await webservices[0].load(Self.data) }
        try await Task.sleep(for: .milliseconds(10))
        first.cancel()
        // Not an hour later.
        #expect(try await webservices[1].load(Self.data))
        #expect(server.state.withLock(\.refreshes) == 1)
    }
}
