import ResourcefulDiagnostics
import ResourcefulSwiftTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the kit does for Swift Testing.
struct SwiftTestingTests {
    private static let url = URL(string: "https://example.org/")!

    private func login(_ name: String) -> Resource<String> {
        Resource(
            url: Self.url.appending(path: "login"), method: .post, body: .form(["name": name, "password": "?"]),
            parseJSON: { try $0.token.string })
    }

    private var list: Resource<Int> {
        Resource(url: Self.url.appending(path: "episodes.json"), parseJSON: { try $0.array.count })
    }

    @Test(.replaying("login.har")) func `a trait gives a test its recording`() throws {
        var run = DryRun(replaying: try #require(Replay.current))
        _ = try run.load(login("me"))
        #expect(try run.load(list) == 1)
        run.attachEventLog()
    }

    @Test func `a recording that was not used up is an issue`() async throws {
        let test = try #require(Test.current)
        let testCase = Test.Case.current
        let trait = ReplayingTrait.replaying("login.har")
        try await withKnownIssue {
            try await trait.provideScope(for: test, testCase: testCase) {
                var run = DryRun(replaying: try #require(Replay.current))
                _ = try run.load(login("me"))
            }
        } matching: { issue in
            "\(issue)".contains("episodes.json") && issue.sourceLocation?.line == test.sourceLocation.line
        }
    }

    @Test func `what nothing answers is an issue at the line that says so, though the load recovers`() throws {
        let line = #line + 1
        let server: StubServer = ([Stub("a").answers(.json(1))] as StubServer).recordingIssues()
        var run = DryRun(baseURL: Self.url, server)
        let other = Resource(url: URL(string: "b")!, parseJSON: { try $0.int })
        try withKnownIssue {
            let value = try run.load(other.recover { _ in Plan.value(7) })
            #expect(value == 7)
        } matching: { issue in
            issue.sourceLocation?.line == line && "\(issue)".contains("the path is /b")
        }
    }

    @Test func `a trace of live loads is attached as text and as an archive`() async throws {
        let recorder = Recorder()
        let webservice = Webservice(
            observers: [recorder.observer], transport: StubTransport { _ in Response(body: Data("1".utf8)) })
        _ = try await webservice.load(list.map { $0 }.recover { _ in Plan.value(0) })
        #expect(recorder.trace.text.contains("← 200 OK"))
        recorder.trace.attach()
    }
}
