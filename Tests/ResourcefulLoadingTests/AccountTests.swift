import ResourcefulIdentity
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Several users of one service, side by side.
struct AccountTests {
    private static let api = URL(string: "https://api.example/")!

    /// A server whose tokens say whose they are, `alice-1`; it counts the refreshes of each, and the requests.
    private final class Server: Sendable {
        let refreshes = Locked<[String]>([])
        let requests = Counter()
        /// The refreshes that a transport has begun.
        let begun = Counter()
        /// Requests with the token of one user and the cookie of another.
        let mixed = Locked<[String]>([])

        func transport() -> StubTransport {
            StubTransport { [self] request in
                if request.url.path() == "/token" {
                    let name = request.url.query() ?? ""
                    refreshes.withLock { $0.append(name) }
                    return Response(
                        body: Data(#"{"access_token": "\#(name)-2", "refresh_token": "\#(name)"}"#.utf8))
                }
                requests.add()
                let sent = request.headerFields["Authorization"]?.dropFirst("Bearer ".count) ?? "nobody"
                let user = sent.dropLast(2)
                if let cookie = request.headerFields["Cookie"], !cookie.hasPrefix("who=\(user)-") {
                    mixed.withLock { $0.append("\(sent) with \(cookie)") }
                }
                if sent.hasSuffix("-1") { return Response(status: 401) }
                return Response(
                    headerFields: ["Cache-Control": "max-age=60", "Set-Cookie": "who=\(sent); path=/"],
                    body: Data("\(sent)".utf8))
            }
        }
    }

    /// A transport whose tokens take so long that all loads that need one are waiting. It ends when its task is
    /// canceled.
    private struct DelayingTokens: Transport {
        let transport: StubTransport
        let begun: Counter

        func send(_ request: Request) async throws -> Response {
            if request.url.path() == "/token" {
                begun.add()
                for _ in 0..<1_000 {
                    try Task.checkCancellation()
                    await Task.yield()
                }
            }
            return try await transport.send(request)
        }
    }

    private static func webservice(_ server: Server, delaysTokens: Bool = false) -> Webservice {
        let bearer = Policy.bearer(for: api) { old in
            guard let name = old?.refreshToken else { throw CancellationError() }
            return Resource<Token>(url: URL(string: "https://api.example/token?\(name)")!, parseJSON: Token.oauth)
        }
        let policies: [Policy] = [.cache(), bearer, .cookies()]
        guard delaysTokens else { return Webservice(policies: policies, transport: server.transport()) }
        let transport = DelayingTokens(transport: server.transport(), begun: server.begun)
        return Webservice(policies: policies, transport: transport)
    }

    private static func page(_ path: String = "page") -> Resource<String> {
        Resource<String>(text: Request(url: URL(string: "https://api.example/\(path)")!))
    }

    private static func signIn(_ name: String) -> Plan<Void> {
        Plan.signIn(with: Token("\(name)-1", refreshToken: name), for: api)
    }

    @Test func `each has its own token, cookies and cached pages`() async throws {
        let server = Server()
        let service = Self.webservice(server)
        let (alice, bob) = (service.account("alice"), service.account("bob"))
        try await alice.load(Self.signIn("alice"))
        try await bob.load(Self.signIn("bob"))
        for _ in 0..<2 {
            #expect(try await alice.load(Self.page()) == "alice-2")
            #expect(try await bob.load(Self.page()) == "bob-2")
        }
        #expect(server.refreshes.withLock { $0.sorted() } == ["alice", "bob"])
        #expect(await alice.cookies(for: Self.api).map(\.value) == ["alice-2"])
        #expect(await bob.cookies(for: Self.api).map(\.value) == ["bob-2"])
        #expect(await service.cookies().isEmpty)
    }

    @Test func `loads of both at once, while both refresh, are all in their own name`() async throws {
        let server = Server()
        let service = Self.webservice(server)
        let names = ["alice", "bob", "carol"]
        for name in names { try await service.account(name).load(Self.signIn(name)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<30 {
                let name = names[number % 3]
                group.addTask {
                    let text = try await service.account(name).load(Self.page("\(number)"))
                    #expect(text == "\(name)-2")
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `all loads of an account share a refresh, however often the account is asked for`() async throws {
        let server = Server()
        let service = Self.webservice(server, delaysTokens: true)
        for name in ["alice", "bob"] { try await service.account(name).load(Self.signIn(name)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                let name = number % 2 == 0 ? "alice" : "bob"
                group.addTask {
                    let text = try await service.account(name).load(Self.page("\(number)"))
                    #expect(text == "\(name)-2")
                }
            }
            try await group.waitForAll()
        }
        #expect(server.refreshes.withLock { $0.sorted() } == ["alice", "bob"])
    }

    @Test func `a refresh that was sent is kept, even if its only load is canceled`() async throws {
        let server = Server()
        let service = Self.webservice(server, delaysTokens: true).account("alice")
        try await service.load(Self.signIn("alice"))
        let load = Task { try await service.load(Self.page()) }
        #expect(await eventually { server.begun.value == 1 })
        load.cancel()
        await #expect(throws: CancellationError.self) { try await load.value }
        #expect(try await service.load(Self.page()) == "alice-2")
        #expect(server.refreshes.withLock { $0 } == ["alice"] && server.begun.value == 1)
    }

    @Test func `an app that switches accounts at any moment never mixes them`() async throws {
        let server = Server()
        let service = Self.webservice(server)
        let names = ["alice", "bob", "carol"]
        for name in names { try await service.account(name).load(Self.signIn(name)) }
        let (current, loads) = (Locked("alice"), Counter())
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for _ in 0..<Effort.rounds(300) {
                    current.withLock { $0 = names.randomElement() ?? "alice" }
                    await Task.yield()
                }
            }
            group.addTask {
                // Signing in again with the old token makes the next load refresh it.
                for number in 0..<Effort.rounds(60) {
                    try await service.account(names[number % 3]).load(Self.signIn(names[number % 3]))
                    await Task.yield()
                }
            }
            for _ in 0..<20 {
                group.addTask {
                    for number in 0..<Effort.rounds(30) {
                        let name = current.withLock { $0 }
                        do {
                            let text = try await service.account(name).load(Self.page("\(number % 5)"))
                            #expect(text == "\(name)-2")
                            loads.add()
                        } catch let error as LoadError where error.response?.status == 401 {
                            // Its token was replaced twice by an old one.
                        }
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(server.mixed.withLock { $0 } == [] && loads.value >= 10 * Effort.rounds(30))
    }

    @Test func `signing one out leaves the others signed in`() async throws {
        let server = Server()
        let service = Self.webservice(server)
        for name in ["alice", "bob"] { try await service.account(name).load(Self.signIn(name)) }
        try await service.account("alice").load(Plan.signOut(of: Self.api))
        #expect(try await service.account("alice").load(Plan<Token?>.token(for: Self.api)) == nil)
        #expect(try await service.account("bob").load(Self.page()) == "bob-2")
    }

    @Test func `any name is one account`() async {
        await checkEach(["a/b", "account/x", "", "..", "ä ö", "%2F"]) { name in
            let service = Self.webservice(Server())
            try await service.account(name).load(Self.signIn("one"))
            for other in ["a", "b", "x", "account", "%252F"] where other != name {
                #expect(try await service.account(other).load(Plan<Token?>.token(for: Self.api)) == nil, "\(name)")
            }
            #expect(try await service.account(name).load(Plan<Token?>.token(for: Self.api)) != nil, "\(name)")
            #expect(try await service.load(Plan<Token?>.token(for: Self.api)) == nil, "\(name)")
        }
    }
}
