import Foundation
import HTTPTypes
import OpenAPIRuntime
import Resourceful
import ResourcefulHTTPTypes
import ResourcefulOpenAPI
import ResourcefulTesting
import Synchronization
import Testing

/// Policies under a generated client, with a real server.
struct OpenAPITests {
    private final class Counter: Sendable {
        private let refreshes = Mutex(0)
        var count: Int { refreshes.withLock { $0 } }
        func add() { refreshes.withLock { $0 += 1 } }
    }

    /// A server with a token that was renewed.
    private static func server(_ refreshes: Counter) throws -> LoopbackServer {
        try LoopbackServer { request in
            switch request.url.path {
            case "/v1/token":
                refreshes.add()
                return Response(
                    headerFields: ["Content-Type": "application/json"], body: Data(#"{"access_token": "new"}"#.utf8))
            case _ where request.headerFields["Authorization"] != "Bearer new": return Response(status: 401)
            case "/v1/episodes":
                return Response(
                    headerFields: ["Cache-Control": "max-age=60", "Content-Type": "application/json"],
                    body: Data(#"["a", "\#(request.url.query ?? "")"]"#.utf8))
            case "/v1/episodes/1":
                let size = request.body?.data?.count ?? 0
                return Response(status: .init(size == 3_000_000 || size == 5 ? 204 : 400) ?? 400)
            default: return Response(status: 404)
            }
        }
    }

    private static func bearer(_ root: URL) -> Policy {
        .bearer(for: root, token: Token("old", refreshToken: "r")) { _ in
            Resource<Token>(url: root.appending(path: "v1/token"), method: .post, parseJSON: Token.oauth)
        }
    }

    /// A client whose requests pass through the policies, below it or above another transport.
    private static func client(_ server: LoopbackServer, isMiddleware: Bool) -> Client {
        let (root, url) = (server.baseURL, server.baseURL.appending(path: "v1"))
        let policies: [Policy] = [.cache(), .retry(), bearer(root)]
        guard isMiddleware else {
            return Client(serverURL: url, transport: WebserviceTransport(Webservice(policies: policies)))
        }
        return Client(
            serverURL: url, transport: WebserviceTransport(Webservice()),
            middlewares: [PolicyMiddleware(policies: policies)])
    }

    @Test(arguments: [false, true])
    func `eight operations at once renew the token once, and the cache answers later ones`(isMiddleware: Bool)
        async throws
    {
        let refreshes = Counter()
        let server = try Self.server(refreshes)
        let client = Self.client(server, isMiddleware: isMiddleware)
        try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<8 { group.addTask { try await client.listEpisodes() } }
            for try await episodes in group { #expect(episodes == ["a", "sort=new"]) }
        }
        #expect(refreshes.count == 1)
        let count = server.requests.count
        #expect(try await client.listEpisodes() == ["a", "sort=new"])
        #expect(server.requests.count == count)
    }

    @Test(arguments: [false, true]) func `a small body is sent again with the new token`(isMiddleware: Bool)
        async throws
    {
        let refreshes = Counter()
        let server = try Self.server(refreshes)
        let client = Self.client(server, isMiddleware: isMiddleware)
        #expect(try await client.upload(HTTPBody(Array("hello".utf8))) == 204)
        #expect(refreshes.count == 1)
        #expect(server.requests.last?.headerFields["Content-Type"] == "audio/mpeg")
    }

    @Test func `a status that isn't documented is the client's to judge`() async throws {
        let server = try LoopbackServer { _ in Response(status: 418) }
        let client = Client(serverURL: server.baseURL, transport: WebserviceTransport(Webservice()))
        await #expect { try await client.listEpisodes() } throws: { ($0 as? Client.Unexpected)?.status == 418 }
    }

    private struct Chunks: AsyncSequence, Sendable {
        let count: Int

        struct Iterator: AsyncIteratorProtocol {
            var left: Int

            mutating func next() async throws -> ArraySlice<UInt8>? {
                guard left > 0 else { return nil }
                left -= 1
                return [UInt8](repeating: 7, count: 1_000)[...]
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(left: count) }
    }

    @Test(arguments: [HTTPBody.Length.unknown, .known(3_000_000)])
    func `a large body is sent as it is produced`(length: HTTPBody.Length) async throws {
        let refreshes = Counter()
        let server = try Self.server(refreshes)
        let webservice = Webservice(policies: [.bearer("new", for: server.baseURL)])
        let client = Client(
            serverURL: server.baseURL.appending(path: "v1"), transport: WebserviceTransport(webservice))
        let body = HTTPBody(Chunks(count: 3_000), length: length, iterationBehavior: .single)
        #expect(try await client.upload(body) == 204)
        let fields = try #require(server.requests.last?.headerFields)
        #expect(fields.contains("Content-Length") == (length != .unknown))
    }

    @Test func `a streamed response is received as it is read, and ends when nobody reads it`() async throws {
        // The server sends the first line, and then nothing more.
        let server = try LoopbackServer(answering: { _ in
            .faulty(
                Response(headerFields: ["Content-Type": "text/event-stream"], body: Data("one\ntwo\n".utf8)),
                .stall(after: 4))
        })
        let client = Client(
            serverURL: server.baseURL, transport: WebserviceTransport(Webservice(), streaming: ["watch"]))
        let start = ContinuousClock.now
        let (head, body) = try await client.watch()
        #expect(head.status == .ok && head.headerFields[.contentType] == "text/event-stream")
        for try await piece in try #require(body) {
            #expect(String(decoding: piece, as: UTF8.self) == "one\n")
            break
        }
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test func `a canceled operation ends, in a middleware too`() async throws {
        let server = try LoopbackServer { _ in
            Thread.sleep(forTimeInterval: 3)
            return Response()
        }
        for isMiddleware in [false, true] {
            let client = Client(
                serverURL: server.baseURL, transport: WebserviceTransport(Webservice()),
                middlewares: isMiddleware ? [PolicyMiddleware(policies: [.retry()])] : [])
            let start = ContinuousClock.now
            let task = Task { try await client.listEpisodes() }
            try await Task.sleep(for: .milliseconds(200))
            task.cancel()
            await #expect(throws: (any Error).self) { try await task.value }
            #expect(ContinuousClock.now - start < .seconds(2))
        }
    }

    @Test func `a middleware keeps tokens in its store, and refuses a body that is too large`() async throws {
        let server = try Self.server(Counter())
        let (url, store) = (server.baseURL.appending(path: "v1"), MemoryStore())
        for maximum in [1_000, 5] {
            let client = Client(
                serverURL: url, transport: WebserviceTransport(Webservice()),
                middlewares: [
                    PolicyMiddleware(policies: [Self.bearer(server.baseURL)], store: store, maximumBodySize: maximum)
                ])
            if maximum > 100 {
                #expect(try await client.listEpisodes().count == 2)
                let name = try #require(Token.entryName(for: server.baseURL))
                #expect(store.read(name) != nil)
            } else {
                await #expect(throws: (any Error).self) { try await client.listEpisodes() }
            }
        }
    }
}
