import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Question<String> {
    fileprivate static let idToken = Question("ID token")
}

extension Question<Int> {
    /// Of the same name, and another type: another question.
    fileprivate static let idToken = Question("ID token")
}

/// What only async code knows, live and dry.
struct QuestionTests {
    private struct Refused: Error {}
    private let url = URL(string: "http://example.org/me")!

    private var signIn: Plan<String> {
        Plan.ask(Question<String>.idToken).flatMap { [url] token in
            Resource(url: url, headerFields: ["Authorization": token]) { String(decoding: $0, as: UTF8.self) }
        }
    }

    private actor Keychain {
        private(set) var reads = 0
        func token() -> String {
            reads += 1
            return "token-\(reads)"
        }
    }

    @Test func `an async function answers, again each time`() async throws {
        let keychain = Keychain()
        let webservice = Webservice(
            answers: [.to(.idToken) { await keychain.token() }],
            transport: StubTransport { Response(body: Data(($0.headerFields["Authorization"] ?? "").utf8)) })
        #expect(try await webservice.load(signIn) == "token-1")
        #expect(try await webservice.load(signIn) == "token-2")
    }

    @Test func `a scripted one answers in a dry run, and is reported by its name alone`() throws {
        var run = DryRun { Response(body: Data(($0.headerFields["Authorization"] ?? "").utf8)) }
        run.answer(.idToken) { "s3cret" }
        #expect(try run.load(signIn) == "s3cret")
        #expect(run.events.contains { $0.kind == .asked("ID token") })
        #expect(!"\(run.events)".contains("s3cret"))
        #expect("\(signIn)" == "ask for ID token → …")
    }

    @Test func `what the function throws is the plan's failure`() async throws {
        let webservice = Webservice(
            answers: [.to(Question<String>.idToken) { throw Refused() }], transport: StubTransport { _ in Response() })
        await #expect(throws: Refused.self) { try await webservice.load(signIn) }
        #expect(try await webservice.load(signIn.recover { _ in Plan.value("anonymous") }) == "anonymous")
        var run = DryRun { _ in Response() }
        run.answer(Question<String>.idToken) { throw Refused() }
        #expect(throws: Refused.self) { try run.load(signIn) }
    }

    @Test func `a question without an answer says so`() async throws {
        let webservice = Webservice(
            answers: [.to(Question<Int>.idToken) { 1 }], transport: StubTransport { _ in Response() })
        let error = await #expect(throws: UnansweredQuestion.self) { try await webservice.load(signIn) }
        #expect(error?.name == "ID token")
        #expect(try await webservice.load(Plan.ask(Question<Int>.idToken)) == 1, "the type tells questions apart")
        var run = DryRun { _ in Response() }
        #expect(throws: UnansweredQuestion.self) { try run.load(signIn) }
    }

    @Test func `canceling the load cancels the answer`() async {
        let isAsked = Locked(false)
        let webservice = Webservice(
            answers: [
                .to(Question<String>.idToken) {
                    isAsked.withLock { $0 = true }
                    await untilCanceled()
                    return ""
                }
            ], transport: StubTransport { _ in Response() })
        let load = Task { try await webservice.load(signIn) }
        #expect(await eventually { isAsked.withLock { $0 } })
        load.cancel()
        await #expect(throws: CancellationError.self) { try await load.value }
    }

    @Test func `a store may be async`() async throws {
        actor Vault: EntryStore {
            private var entries: [String: StoreEntry] = [:]
            func read(_ name: String) async -> StoreEntry? { entries[name] }
            func update(_ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?) async -> StoreEntry?
            {
                let before = entries[name]
                entries[name] = change(before)
                return before
            }
        }
        let webservice = Webservice(
            policies: [
                .retry(), .rateLimit(perSecond: 1e9, burst: 1_000),
                .bearer(for: url, token: Token("old")) { [url] _ in
                    Resource(url: url.appending(path: "token"), method: .post) { _ in Token("new") }
                },
            ], store: Vault(),
            transport: StubTransport { request in
                let isGood = request.headerFields["Authorization"] == "Bearer new"
                return Response(status: isGood || request.method == .post ? 200 : 401)
            })
        let loads = (0..<20).map { number in
            Task { [url] in try await webservice.load(Resource<Data>(url: url.appending(path: "\(number)"))) }
        }
        for load in loads { #expect(try await load.value.isEmpty) }
        #expect(try await webservice.load(Plan.token(for: url)) == Token("new"))
    }
}
