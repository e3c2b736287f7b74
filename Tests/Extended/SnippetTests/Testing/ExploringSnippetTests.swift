import Foundation
import Resourceful
import ResourcefulLab
import Testing

// The snippets of "Testing" about orders and failures, word for word, compiled and run.
private let site = URL(string: "https://example.org/")!
private let feed = Resource<[String]>(json: site.appending(path: "feed"))
private let profile = Resource<String>(json: site.appending(path: "profile"))
private let drafts = Resource<[String]>(json: site.appending(path: "drafts"))

/// Issues tokens, and accepts only the latest one.
private final class TokenServer {
    var latest = 0

    func answer(_ request: Request) -> Response {
        if request.url.path == "/token" {
            latest += 1
            return Response(body: Data(#"{"access_token": "t\#(latest)"}"#.utf8))
        }
        guard latest > 0, request.headerFields["Authorization"] == "Bearer t\(latest)" else {
            return Response(status: 401)
        }
        return Response(body: Data((request.url.path == "/feed" ? #"["one", "two"]"# : #""Ada""#).utf8))
    }
}

private let tokens = Policy.bearer(for: site, token: Token("t0")) { _ in
    Resource(url: site.appending(path: "token"), method: .post, parseJSON: Token.oauth)
}

/// Renews a refused token.
private let handmade = Policy { request, next in
    @Sendable func authorized(_ entry: StoreEntry?) -> Request {
        var request = request
        request.headerFields["Authorization"] = entry.map { "Bearer \(String(decoding: $0.data, as: UTF8.self))" }
        return request
    }
    return Plan<StoreEntry?>.read("token").flatMap { entry in
        next(authorized(entry)).flatMap { response -> Plan<Response> in
            guard response.status == 401 else { return .value(response) }
            return next(Request(url: site.appending(path: "token"), method: .post)).flatMap { response in
                let token = try JSON(parsing: response.body).access_token.string
                let entry = StoreEntry(data: Data(token.utf8), date: .distantPast)
                return Plan.write(entry, to: "token").flatMap { next(authorized(entry)) }
            }
        }
    }
}

private func answer(_ request: Request) -> Response {
    Response(body: Data((request.url.path == "/profile" ? #""Ada""# : #"["one", "two"]"#).utf8))
}

@Suite(.permit) struct ExploringSnippetTests {
    @Test func `no order renews the token twice`() throws {
        let exploration = try DryRun.explore(
            zip(feed, profile), in: { DryRun(policies: [tokens], TokenServer().answer) }
        ) { outcome, run in
            _ = try outcome.get()
            return run.requests.count { $0.url.path == "/token" } == 1
        }
        #expect("\(exploration)" == "all 54 orders")
    }

    @Test func `a failure prints its event log`() throws {
        let failure = #expect(throws: ExplorationFailure.self) {
            try DryRun.explore(zip(feed, profile), in: { DryRun(policies: [handmade], TokenServer().answer) }) {
                _, run in
                run.requests.count { $0.url.path == "/token" } == 1
            }
        }
        #expect(
            failure?.description == """
                in one order of the branches (found in run 3): the check returned false
                  a  read token: nothing
                      b  read token: nothing
                      b  → GET /profile: 401 Unauthorized
                      b  → POST /token: 200 OK
                      b  wrote token
                      b  → GET /profile: 200 OK
                  a  → GET /feed: 401 Unauthorized
                  a  → POST /token: 200 OK
                  a  wrote token
                  a  → GET /feed: 200 OK
                to reproduce: run.order = .choices([0, 0, 1])
                """)
    }

    @Test func `an order can be repeated`() throws {
        var run = DryRun(policies: [handmade], TokenServer().answer)
        run.order = .choices([0, 0, 1])
        _ = try run.load(zip(feed, profile))
        print(run.eventLog)
        #expect(run.requests.count { $0.url.path == "/token" } == 2)
    }

    @Test func `several loads are tried in every order`() throws {
        try DryRun.explore(in: { DryRun(policies: [.cache()], answer) }) { run in
            _ = try run.load(zip(feed, Plan.removeCached(.all)))
            _ = try run.load(feed)
            return run.requests.count <= 2
        }
    }

    @Test func `every failure of every request is tried`() throws {
        let start = zip(profile, feed).flatMap { name, titles in
            drafts.recover { _ in Plan.value([]) }.map { drafts in "\(name): \(titles.count + drafts.count)" }
        }
        for failed in try start.everyFailure(in: { DryRun(answer) }) {
            let isShown = (try? failed.outcome.get()) != nil
            #expect(isShown == (failed.request.url.path == "/drafts"), "\(failed)")
        }

        let names = try start.everyFailure([.truncated, .status(500)], in: { DryRun(answer) }).map(\.name)
        #expect(
            names == [
                "request 1, GET /profile: truncated", "request 1, GET /profile: 500 Internal Server Error",
                "request 2, GET /feed: truncated", "request 2, GET /feed: 500 Internal Server Error",
                "request 3, GET /drafts: truncated", "request 3, GET /drafts: 500 Internal Server Error",
            ])

        let lasting = try DryRun.everyFailure(of: feed, [.status(503)], lasting: true) {
            DryRun(policies: [.retry(upTo: 2)], answer)
        }
        #expect(lasting[0].run.requests.count == 3)
        #expect(throws: LoadError.self) { try lasting[0].outcome.get() }
    }

    @Test func `a real connection has the same failures`() async throws {
        for failure in ExchangeFailure.all {
            let server = try LoopbackServer(failing: 2, by: failure) { answer($0) }
            defer { server.stop() }
            let webservice = Webservice(baseURL: server.baseURL)
            var feed = Resource<[String]>(json: "feed").alone()
            #expect(try await webservice.load(feed) == ["one", "two"])
            feed.request.timeout = .milliseconds(100)
            await #expect(throws: LoadError.self, "\(failure)") { try await webservice.load(feed) }
        }
    }

    @Test func `a slow connection delays the response`() async throws {
        let server = try LoopbackServer(answering: { request in
            .delayed(
                .throttled(.response(answer(request)), bytesPerSecond: 20_000), by: .milliseconds(40))
        })
        defer { server.stop() }
        let start = ContinuousClock.now
        #expect(
            try await Webservice(baseURL: server.baseURL).load(Resource<String>(json: "profile")) == "Ada"
        )
        #expect(start.duration(to: .now) >= .milliseconds(40))
    }

    @Test func `a list replaces random numbers`() throws {
        var run = DryRun { answer($0) }
        let hosts = ["a.example.org", "b.example.org", "c.example.org"]
        let any = Plan.random.flatMap { Resource<[String]>(json: URL(string: "https://\(hosts[Int($0 % 3)])/feed")!) }

        run.randomNumbers = ScriptedNumbers([2, 0])
        _ = try run.load(any)
        _ = try run.load(any)
        #expect(run.requests.map { $0.url.host() } == ["c.example.org", "a.example.org"])
    }
}
