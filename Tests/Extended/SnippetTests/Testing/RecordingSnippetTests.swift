import Foundation
import Resourceful
import ResourcefulSwiftTesting
import Testing

// The snippets of "Testing" about recordings, word for word, compiled and run.
private struct Episode: Codable, Equatable, Sendable {
    let title: String

    static let all = Resource<[Episode]>(json: "episodes.json")
}

private struct Login: Decodable, Sendable {
    let token: String

    static func with(name: String, password: String) -> Resource<Login> {
        Resource(json: "login", method: .post, body: .form(["name": name, "password": password]))
    }
}

/// Logs in, and loads with the token.
private func episodes(of name: String, password: String) -> Plan<[Episode]> {
    Login.with(name: name, password: password).flatMap { login in
        var episodes = Episode.all
        episodes.headerFields["Authorization"] = "Bearer \(login.token)"
        return episodes
    }
}

private let baseURL = URL(string: "https://example.org/")!

private func serve(_ request: Request) throws -> Response {
    switch request.url.path {
    case "/login": Response(body: Data(#"{"token":"s3cr3t"}"#.utf8))
    case "/episodes.json": Response(body: Data(#"[{"title":"Values"}]"#.utf8))
    default: Response(status: 404)
    }
}

private extension Transport where Self == RecordingTransport<PlatformTransport> {
    /// The platform's transport, which records each exchange in a file.
    static func recording(to file: URL) -> Self { PlatformTransport().recording(to: file) }
}

@Suite(.permit) struct RecordingSnippetTests {
    @Test func `a session is recorded without its secrets`() async throws {
        let server = try LoopbackServer { try serve($0) }
        defer { server.stop() }
        let file = URL(filePath: "/tmp/resourceful-snippet-\(UInt64.random(in: 0 ... .max)).har")
        defer { try? FileManager.default.removeItem(at: file) }

        let webservice = Webservice(baseURL: server.baseURL, transport: .recording(to: file))
        _ = try await webservice.load(episodes(of: "me", password: "hunter2"))

        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("hunter2") && !text.contains("s3cr3t"))
        let same = try Recording("login.har").exchanges.map(\.request.body)
        #expect(try Recording(contentsOf: file).exchanges.map(\.request.body) == same)
    }

    @Test func `a recording is replayed wherever stubs answer`() async throws {
        let recording = try Recording("login.har")

        var run = DryRun(replaying: recording, baseURL: baseURL)
        #expect(try run.load(episodes(of: "me", password: "")) == [Episode(title: "Values")])

        let webservice = Webservice(baseURL: baseURL, transport: StubTransport(replaying: recording))
        #expect(
            try await webservice.load(episodes(of: "me", password: "")) == [Episode(title: "Values")])

        let server = try LoopbackServer(replaying: recording)
        defer { server.stop() }
        let real = Webservice(baseURL: server.baseURL)
        #expect(try await real.load(episodes(of: "me", password: "")) == [Episode(title: "Values")])
    }

    @Test func `a recording hides additional secrets`() async throws {
        let file = URL(filePath: "/tmp/resourceful-snippet-\(UInt64.random(in: 0 ... .max)).har")
        defer { try? FileManager.default.removeItem(at: file) }

        let secrets = Redaction.standard.adding(fields: ["X-Device"], parameters: ["pin"])
        let transport = StubTransport(serve).recording(to: file, redacting: secrets)

        let request = Request(
            url: baseURL, method: .post, headerFields: ["X-Device": "4711"], body: .form(["pin": "4711"]))
        _ = try await transport.send(request)
        #expect(!(try String(contentsOf: file, encoding: .utf8)).contains("4711"))
    }

    @Test func `a recording says what it has replaced`() throws {
        for line in try Recording("login.har").replaced { print(line) }
    }

    @Test func `an outdated recording lists the changes`() throws {
        let replay = Replay(try Recording("login.har"))
        var run = DryRun(replaying: replay, baseURL: baseURL)
        let error = #expect(throws: LoadError.self) { try run.load(episodes(of: "you", password: "")) }
        #expect(
            error?.underlyingError.map { "\($0)" } == """
                the recording login.har has no answer to POST https://example.org/login
                  the nearest of 2 is POST https://example.org/login (number 1)
                  form field name: recorded "me", asked for "you"
                """)
        #expect(throws: UnfitRecording.self) { try replay.finish() }
    }

    @Test(.replaying("login.har"))
    func `the list is loaded with the token of the login`() throws {
        let replay = try #require(Replay.current)
        var run = DryRun(replaying: replay, baseURL: baseURL)
        #expect(try run.load(episodes(of: "me", password: "")).count == 1)
    }
}
