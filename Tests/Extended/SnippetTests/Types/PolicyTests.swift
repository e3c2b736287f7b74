import Foundation
import Resourceful
import ResourcefulDiagnostics
import ResourcefulIdentity
import ResourcefulPages
import ResourcefulResilience
import ResourcefulStreams
import ResourcefulTesting
import Testing

private typealias Episode = TypeModels.Episode
private let podcast = TypeModels.podcast

// The examples in the documentation of policies and what they use, word for word, compiled and run.
private extension ServiceError.Code {
    static let tokenExpired: ServiceError.Code = "TOKEN_EXPIRED"
}

private extension LoadDecision.Kind {
    static let peakHours: LoadDecision.Kind = "peak hours"
}

extension Policy.Role {
    static let recorder = Policy.Role(
        "recorder", outside: [.retry: "attempts aren't recorded"],
        inside: [.cache: "cached responses aren't recorded"])
}

struct Quota: ExplainedRule {
    let name: String

    func remarks(on request: Request) -> Plan<PolicyRemarks> {
        Plan.read(name).map { entry in entry == nil ? "nothing is used" : "something is used" }
    }
}

enum Stamp: RequestOption { static let defaultValue = "" }

extension Policy {
    fileprivate static let stamping = Policy(named: "stamping") { request, next in
        next(request.header("X-Stamp", request[Stamp.self]))
    }
}

extension RequestChanging {
    func stamped(_ stamp: String) -> Self { option(Stamp.self, stamp).bringing(.stamping) }
}

@Suite(.permit) struct PolicyTests {
    @Test func `an order warns about the places of a role`() {
        let recorder = Policy(named: "recorder", role: .recorder) { request, next in next(request) }
        let outside = Webservice(policies: [recorder, .retry()]).order
        #expect(outside.warnings == ["recorder is outside retry: attempts aren't recorded"])
        let inside = Webservice(policies: [.retry(), .cache(), recorder]).order
        #expect(inside.warnings == ["cache is outside recorder: cached responses aren't recorded"])
        #expect(Webservice(policies: [.cache(), .retry()]).order.warnings.isEmpty)
    }

    @Test func `a policy of your own is explained by its rule`() throws {
        let quota = Policy(named: "quota", explainedBy: Quota(name: "quota")) { request, next in
            Plan.write(StoreEntry(data: Data([1]), date: .distantPast), to: "quota").flatMap { next(request) }
        }
        var run = DryRun(baseURL: api, policies: [quota], podcast)
        let isSaid = { (text: String, explanation: Explanation) in
            explanation.lines.contains { $0.subject == "quota" && $0.text == text }
        }
        #expect(isSaid("nothing is used", try run.explain(Episode.all)))
        _ = try run.load(Episode.all)
        #expect(isSaid("something is used", try run.explain(Episode.all)))
    }

    @Test func `a request brings its policy along`() throws {
        var run = DryRun(baseURL: api, podcast)
        _ = try run.load(Episode.all.stamped("7"))
        #expect(run.requests[0].headerFields["X-Stamp"] == "7")
    }

    @Test func `slow and failing servers are asked again, more slowly`() {
        let hosts = [api]
        let webservice = Webservice(
            baseURL: api,
            policies: [
                .retry(),
                .failover(among: hosts),
                .circuitBreaker(after: 5, cooldown: .seconds(30)),
                .hedging(after: .milliseconds(300)),
            ])
        #expect(webservice.order.warnings.isEmpty)
    }

    @Test func `credentials sign requests to a store`() throws {
        let secret = "hush"
        let bucket = try #require(URL(string: "https://photos.s3.eu-central-1.amazonaws.com/"))
        let credentials = AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: secret)
        var dumped = ""
        dump(credentials, to: &dumped)
        #expect(!dumped.contains("hush"))
        var policies: [Policy] = []
        let signature = AWSSignature(credentials, region: "eu-central-1", service: "s3")
        if let store = Origin(bucket) {
            policies = [.retry(), .serverClock(), .awsSignature(signature, for: store)]
        }
        var run = DryRun(baseURL: bucket, policies: policies) { _ in Response() }
        _ = try run.load(Plan.send(Request(template: "cat.jpg")))
        #expect(run.requests[0].headerFields.authorization?.hasPrefix("AWS4-HMAC-SHA256 Credential=AKID") == true)
    }

    @Test func `credentials of a policy of your own are for one origin`() throws {
        let (api, ticket) = (try #require(URL(string: "https://api.example.org/")), "t-7")
        let scope = CredentialScope(api)
        let tickets = Policy(named: "tickets: for \(scope)", role: .credentials) { request, next in
            guard try scope.covers(request) else { return next(request) }
            return next(request.header("Authorization", "Ticket \(ticket)"))
        }
        var run = DryRun(policies: [tickets]) { _ in Response() }
        for url in ["https://api.example.org/1", "https://example.org/"] {
            _ = try run.load(Plan.send(Request(url: try #require(URL(string: url)))))
        }
        _ = try run.load(Plan.send(Request(url: api).unauthenticated()))
        #expect(run.requests.map(\.headerFields.authorization) == ["Ticket t-7", nil, nil])
        #expect("\(tickets)" == "tickets: for https://api.example.org:443")
    }

    @Test func `a login is for one host`() {
        let netrc = Netrc(parsing: "machine api.example.org login ada password hush")
        print(netrc.login(for: "api.example.org")?.user ?? "nobody")  // ada
        #expect(netrc.login(for: "api.example.org") == Netrc.Login(user: "ada", password: "hush"))
    }

    @Test func `a budget limits the retries of all loads`() throws {
        let budget = RetryBudget(capacity: 2, deposit: 0.1)  // 2 retries, and 1 for 10 successful loads
        let rule = RetryRule(upTo: 3, budget: budget)
        let webservice = Webservice(baseURL: api, policies: [.retry(rule)])
        #expect("\(webservice)".contains("retry"))
        var run = DryRun(baseURL: api, policies: [.retry(RetryRule(upTo: 9, budget: budget))]) { _ in
            Response(status: 503)
        }
        #expect(throws: LoadError.self) { try run.load(Episode.all) }
        #expect(run.requests.count == 3)
    }

    @Test func `a stream connects again`() throws {
        let patient = Reconnection(wait: .seconds(1), maximumWait: .seconds(300), maximumFailures: 20)
        let news = StreamResource(events: Request("news")).reconnecting(patient)
        var run = DryRun(
            baseURL: api,
            [
                Stub("news").answers(
                    .text("data: a\n\n", mediaType: "text/event-stream"),
                    .text("data: b\n\n", mediaType: "text/event-stream"), .status(204))
            ])
        #expect(try run.elements(of: news).map(\.data) == ["a", "b"])
    }

    @Test func `an event has data`() throws {
        let news = StreamResource(events: Request("news"))
        let events = try news.elements(in: Data("id: 1\ndata: Plans is out\n\n".utf8))
        print(events[0].id, events[0].data)  // 1 Plans is out
        #expect(events == [ServerSentEvent(id: "1", data: "Plans is out")])
    }

    @Test func `the next page is where the server says`() throws {
        let next = NextPage<[Episode]> { page, response, request in
            response.headerFields["X-Next"].map { request.query(["after": $0]) }
        }
        let episodes = Paged(Episode.all, next: next)
        var run = DryRun(
            baseURL: api,
            [
                Stub("episodes.json", query: ["after": "1"]).answers(.json([Episode(id: 2, title: "Laws")])),
                Stub("episodes.json").answers(
                    .json([Episode(id: 1, title: "Values")]).headerFields(["X-Next": "1"])),
            ])
        #expect(try run.load(episodes).map(\.id) == [1, 2])
    }

    @Test func `a token is sent to its server`() throws {
        let stored = "a1b2"
        let token = Token(stored, refreshToken: "c3d4", lifetime: .seconds(3600))
        let signIn = Plan.signIn(with: token, for: api)
        print(token)  // shows no secret
        let policy = Policy.bearer(for: api) { _ in .failure(CancellationError()) }
        var run = DryRun(baseURL: api, policies: [policy], podcast)
        try run.load(signIn)
        _ = try run.load(Episode.all)
        #expect(run.requests[0].headerFields.authorization == "Bearer a1b2")
        #expect(!"\(token)".contains("a1b2") && !"\(token)".contains("c3d4"))
    }

    @Test func `a server clock converts local times`() {
        let now = Date(timeIntervalSince1970: 1000)
        let clock = ServerClock(offset: .seconds(90), uncertainty: .seconds(1), measured: now)
        let theirs = clock.serverTime(at: now)  // 90 s later, give or take a second
        #expect(theirs == now.addingTimeInterval(90) && clock.uncertainty(at: now) == .seconds(1))
    }

    @Test func `a service reports its own failures`() throws {
        let response = Response(body: Data(#"{"code": 1001, "message": "Sign in again"}"#.utf8))
        let episodes = Episode.all.inside(Envelope())
        var shown = ""
        func showSignIn(_ message: String) { shown = message }
        do {
            print(try episodes.value(from: response))
        } catch let error as ServiceError where error.code == 1001 {
            showSignIn(error.message)
        }
        #expect(shown == "Sign in again")
    }

    @Test func `a code of your own is a constant`() throws {
        let error = ServiceError(code: "TOKEN_EXPIRED", message: "")
        #expect(error.code == .tokenExpired && error.code != "token_expired")
        #expect(ServiceError.Code(integerLiteral: 1001) == "1001")
    }

    @Test func `a kind of your own is a constant`() {
        #expect("\(LoadDecision(.peakHours, "waited"))".contains("waited"))
        let decision = LoadDecision(.peakHours, .waited, for: .seconds(3600), "waited until the night")
        print(decision)  // peak hours: waited until the night
        #expect("\(decision)" == "peak hours: waited until the night" && decision.action == .waited)
    }

    @Test func `a nonce can be replayed`() {
        let nonce = Signing.Nonce(1, 2)  // a signature is tested with a fixed one
        print(nonce)  // 00000000000000010000000000000002
        let request = Request("episodes").query("nonce", nonce)
        print(request.url)  // episodes?nonce=00000000000000010000000000000002
        #expect(Request("episodes").query("nonce", nonce).url.absoluteString == "episodes?nonce=\(nonce)")
        #expect("\(nonce)" == "00000000000000010000000000000002" && nonce.bytes.count == 16)
    }

    @Test func `errors have messages`() {
        let quota = ErrorMessages.Rule { error in
            (error as? LoadError)?.status == 402 ? "Your free episodes are used up." : nil
        }
        let message = ErrorMessages([quota, .serverMessage])
        let error = LoadError(stage: .status, request: Request("a"), response: Response(status: 402))
        #expect(message(error) == "Your free episodes are used up.")
    }

    @Test func `a policy notes what it decides`() throws {
        let offPeak = Policy { request, next in
            Plan.note(LoadDecision(.peakHours, "waited until the night")).flatMap {
                Plan.wait(for: .seconds(3600)).flatMap { next(request) }
            }
        }
        var run = DryRun(baseURL: api, policies: [offPeak], podcast)
        _ = try run.load(Episode.all)
        #expect(run.eventLog.contains("waited until the night"))
    }
}
