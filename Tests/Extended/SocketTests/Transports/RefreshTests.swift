import Foundation
import ResourcefulTesting
import Testing

/// The policies of authentication over real connections.
@Suite(.permit, .knownDifferences) struct RefreshTests {
    /// The tokens of a server: `good` is accepted from the first refresh on.
    private static func respond(_ request: Request) -> Response {
        if request.url.lastPathComponent == "token" {
            return Response(body: Data(#"{"access_token":"good","expires_in":3600,"token_type":"Bearer"}"#.utf8))
        }
        return Response(status: request.headerFields["Authorization"] == "Bearer good" ? 200 : 401)
    }

    private static func policy(for url: URL) -> Policy {
        .bearer(for: url, token: Token("expired", refreshToken: "r")) { old in
            Resource<Token>(
                url: URL(string: "token")!, method: .post,
                body: .form(["refresh_token": old?.refreshToken ?? ""]), parseJSON: Token.oauth)
        }
    }

    @Test(arguments: Subject.overSockets)
    func `two hundred loads at once with an expired token make one refresh`(subject: Subject) async throws {
        let server = try LoopbackServer { Self.respond($0) }
        let webservice = server.webservice(subject, policies: [Self.policy(for: server.baseURL)])
        let statuses = try await withThrowingTaskGroup(of: Response.Status.self) { group in
            for number in 0..<200 { group.addTask { try await webservice.load(echo("\(number)")).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count == 200 && Set(statuses) == [200])
        let refreshes = server.requests.filter { $0.url.lastPathComponent == "token" }
        #expect(refreshes.map { $0.body?.data } == [Data("refresh_token=r".utf8)])
        let counts = Dictionary(grouping: server.requests, by: \.url.lastPathComponent).mapValues(\.count)
        #expect(counts.values.allSatisfy { $0 <= 2 }, "nothing is sent a third time")
        server.stop()
    }

    @Test(arguments: Subject.overSockets)
    func `a load that is canceled while it waits for a refresh leaves it to the others`(subject: Subject) async throws {
        let isOpen = Locked(false)
        let server = try LoopbackServer { request in
            let isRefresh = request.url.lastPathComponent == "token"
            while isRefresh, !isOpen.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
            return Self.respond(request)
        }
        defer { isOpen.withLock { $0 = true } }
        let webservice = server.webservice(subject, policies: [Self.policy(for: server.baseURL)])
        // The others first, and one of them has begun the refresh: else those that are cancelled may be all that wait.
        let others = (0..<10).map { number in Task { try await webservice.load(echo("\(number)")) } }
        #expect(await eventually { server.requests.contains { $0.url.lastPathComponent == "token" } })
        let cancelled = (0..<10).map { number in Task { try await webservice.load(echo("c\(number)")) } }
        #expect(await eventually { server.requests.count >= 21 })
        for task in cancelled { task.cancel() }
        for task in cancelled { await #expect(throws: CancellationError.self) { _ = try await task.value } }
        isOpen.withLock { $0 = true }
        for task in others { #expect(try await task.value.status == 200) }
        #expect(server.requests.filter { $0.url.lastPathComponent == "token" }.count == 1)
        server.stop()
    }

    @Test(arguments: Subject.overSockets)
    func `a body that is a stream is not sent again, and the 401 stands`(subject: Subject) async throws {
        let server = try LoopbackServer { Self.respond($0) }
        let webservice = server.webservice(subject, policies: [Self.policy(for: server.baseURL)])
        let (pieces, continuation) = AsyncStream.makeStream(of: Data.self)
        continuation.yield(Data("once".utf8))
        continuation.finish()
        let body = Body.stream(pieces, length: 4)
        try await subject.check(.streams) {
            let response = try await webservice.load(echo(method: .post, body: body))
            #expect(response.status == 401 && server.requests.count == 1)
        }
        server.stop()
    }
}
