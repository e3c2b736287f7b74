import ResourcefulIdentity
import ResourcefulLab
import ResourcefulResilience
import ResourcefulStreams
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Races, deadlines and hedges among policies, accounts, streams and transports.
@Suite(.permit) struct RacePolicyTests {
    private static let site = URL(string: "http://example.org/")!

    /// The text of a response.
    private static func text(_ path: String) -> Resource<String> {
        Resource(url: URL(string: path)!) { String(decoding: $0, as: UTF8.self) }
    }

    /// A Webservice whose responses have the path of their request as body.
    private static func webservice(_ policies: [Policy]) -> Webservice {
        let transport = StubTransport { Response(body: Data($0.url.path.utf8)) }
        return Webservice(baseURL: site, policies: policies, transport: transport)
    }

    private final class Counted: Sendable {
        private let count = Locked(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    @Test func `a policy can race, and a loser leaves no cookie and no cached response`() throws {
        let mirror = URL(string: "http://mirror.example.org/")!
        let racing = Policy { request, next in
            var other = request
            other.url = mirror.appending(path: request.url.path)
            return first(of: [next(request), next(other)])
        }
        var run = DryRun(baseURL: Self.site, policies: [.cache(), racing, .cookies()]) { request, delay in
            let isMirror = request.url.host() == "mirror.example.org"
            delay = .milliseconds(isMirror ? 10 : 20)
            let name = isMirror ? "mirror" : "main"
            return Response(
                headerFields: ["Cache-Control": "max-age=60", "Set-Cookie": "\(name)=1"], body: Data(name.utf8))
        }
        #expect(try run.load(Self.text("a")) == "mirror")
        #expect(try run.load(Self.text("a")) == "mirror")
        #expect(run.requests.count == 2)
        #expect(run.elapsed == .milliseconds(10))
        let jars = run.store.filter { $0.key.contains("cookie") }.map { String(decoding: $0.value.data, as: UTF8.self) }
        #expect(jars.contains { $0.contains("mirror") })
        #expect(!jars.contains { $0.contains("main") })
    }

    @Test func `a hedge doesn't take a failing envelope while the other request is under way`() throws {
        let outcomes = Outcomes.transient.or(.serviceError(1001))
        func run(_ first: Int, _ second: Int) -> DryRun {
            var count = 0
            return DryRun(baseURL: Self.site, policies: [.hedging(after: .milliseconds(300), unless: outcomes)]) {
                _, delay in
                count += 1
                delay = .milliseconds(count == 1 ? 900 : 100)
                let code = count == 1 ? first : second
                return Response(body: Data(#"{"code": \#(code), "data": "\#(count)"}"#.utf8))
            }
        }
        let resource = Resource<String>(json: "a").inside(Envelope())
        var good = run(0, 0)
        #expect(try good.load(resource) == "2")
        var busy = run(0, 1001)
        #expect(try busy.load(resource) == "1")
        #expect(busy.elapsed == .milliseconds(900))
        var refused = run(0, 2)
        #expect(throws: ServiceError.self) { try refused.load(resource) }
        #expect(refused.elapsed == .milliseconds(400))
        var bad = run(1001, 1001)
        #expect(throws: ServiceError.self) { try bad.load(resource) }
    }

    @Test func `a refresh of a token that a loser has sent continues`() throws {
        let token = URL(string: "http://example.org/token")!
        let bearer = Policy.bearer(for: Self.site, token: Token("old")) { _ in
            Resource(url: token, method: .post, parseJSON: Token.oauth)
        }
        var run = DryRun(baseURL: Self.site, policies: [bearer]) { request, delay in
            guard request.url == token else {
                return Response(status: request.headerFields["Authorization"] == "Bearer new" ? 200 : 401)
            }
            delay = .seconds(10)
            return Response(body: Data(#"{"access_token": "new", "token_type": "Bearer"}"#.utf8))
        }
        let late = Self.text("a").deadline(.seconds(1)).recover { _ in "late" }
        #expect(try run.load(late.flatMap { text in Plan.wait(for: .seconds(20)).map { text } }) == "late")
        #expect(try run.load(Self.text("a")) == "")
        #expect(run.requests.map(\.method) == [.get, .post, .get])
    }

    @Test func `a circuit that a late load should have probed can be probed again`() throws {
        var delays: [Duration] = [.zero, .seconds(100), .zero]
        let breaker = Policy.circuitBreaker(after: 1, cooldown: .seconds(30))
        var run = DryRun(baseURL: Self.site, policies: [breaker]) { _, delay in
            delay = delays.removeFirst()
            return Response(status: delays.count == 2 ? 503 : 200)
        }
        let probe = Plan.wait(for: .seconds(31)).flatMap { Self.text("a") }
        #expect(throws: LoadError.self) { try run.load(Self.text("a")) }
        #expect(throws: DeadlineExceeded.self) { try run.load(probe.deadline(.seconds(40))) }
        #expect(try run.load(probe) == "")
    }

    @Test func `any single failure leaves a race its value, and a deadline its error`() throws {
        let race = first(of: [Self.text("a"), Self.text("b")]).deadline(.seconds(5))
        let failed = try race.everyFailure(in: {
            DryRun(baseURL: Self.site) { Response(body: Data($0.url.path.utf8)) }
        })
        #expect(failed.count > 6)
        for failed in failed {
            // Cancellation isn't a failure.
            if case .failure(let error) = failed.outcome { #expect(error is CancellationError, "\(failed)") }
        }
    }

    @Test func `a load's second request has the credentials of its account`() async throws {
        let seen = Locked<[String]>([])
        let webservice = Webservice(
            baseURL: Self.site,
            policies: [
                .bearer(for: Self.site) { _ in throw RequestError("nobody is signed in") },
                .hedging(after: .milliseconds(5)),
            ],
            transport: StubTransport { request in
                let count = seen.withLock { seen in
                    seen.append(request.headerFields["Authorization"] ?? "")
                    return seen.count
                }
                if count % 2 == 1 { try await Task.sleep(for: .seconds(600)) }
                return Response(body: Data("\(count)".utf8))
            })
        for name in ["ada", "bob"] {
            let account = webservice.account(name)
            try await account.load(Plan<Void>.signIn(with: Token(name), for: Self.site))
            _ = try await account.load(Self.text("a"))
        }
        #expect(seen.withLock { $0 } == ["Bearer ada", "Bearer ada", "Bearer bob", "Bearer bob"])
    }

    @Test func `a transport that takes its time to end makes a deadline late, and a shared run doesn't`() async throws {
        let ended = Counted()
        let transport = StubTransport { _ in
            try? await Task.sleep(for: .seconds(600))
            await Task.detached { try? await Task.sleep(for: .milliseconds(30)) }.value
            ended.add()
            return Response()
        }
        let webservice = Webservice(baseURL: Self.site, transport: transport)
        await #expect(throws: DeadlineExceeded.self) {
            try await webservice.load(Self.text("a").deadline(.milliseconds(100)))
        }
        #expect(ended.value == 1)
        await #expect(throws: DeadlineExceeded.self) {
            try await webservice.load(Self.text("a").plan.shared(as: "run").deadline(.milliseconds(100)))
        }
        for _ in 0..<10_000 where ended.value == 1 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(ended.value == 2)
    }

    @Test func `updates of a resource come through a hedge and a deadline in a policy`() async throws {
        let impatient = Policy { request, next in next(request).deadline(.seconds(60)) }
        let webservice = Self.webservice([.cache(), impatient, .hedging(after: .seconds(60))])
        var values: [String] = []
        for try await update in webservice.updates(of: Self.text("a")) { values.append(update.value) }
        #expect(values == ["/a"])
    }

    @Test func `a stream can be read after the deadline of a policy, which counts until its head`() async throws {
        let impatient = Policy { request, next in next(request).deadline(.milliseconds(300)) }
        let webservice = Webservice(
            baseURL: Self.site, policies: [impatient, .hedging(after: .milliseconds(1))], transport: SlowLines())
        var lines: [String] = []
        for try await line in webservice.stream(of: StreamResource<String>(lines: Request("lines"))) {
            lines.append(line)
        }
        #expect(lines == ["0", "1", "2"])
    }

    /// A transport with a stream of three lines, one every 120 milliseconds.
    private struct SlowLines: Transport {
        func send(_ request: Request) async throws -> Response { Response() }

        func stream(_ request: Request) async throws -> ResponseStream {
            let number = Locked(0)
            return ResponseStream(
                Response(),
                body: ResponseStream.Pieces {
                    try await Task.sleep(for: .milliseconds(120))
                    let line = number.withLock { number in
                        number += 1
                        return number - 1
                    }
                    return line < 3 ? Data("\(line)\n".utf8) : nil
                })
        }
    }
}
