import Foundation
import Resourceful
import ResourcefulFormats
import ResourcefulLab
import ResourcefulStreams
import Synchronization
import Testing

// The snippets of "Writing a policy", word for word, compiled and run.

private extension Policy {
    /// Sends the app's version to a server.
    ///
    /// - Parameters:
    ///   - version: The version, such as `4.2`.
    ///   - origin: The only origin that receives it.
    static func clientVersion(
        _ version: String, for origin: Origin
    ) -> Policy {
        Policy(named: "client version", perHop: true) { request, next in
            guard Origin(request.url) == origin else { return next(request) }
            return next(request.header("X-Client-Version", version))
        }
    }
}

enum IsLarge: RequestOption { static let defaultValue = false }

private extension Question<Bool> {
    /// Whether the network charges by the byte.
    static let isMetered = Question("metered network")
}

private extension Policy {
    /// Refuses large requests while the network is metered.
    static let sparingData = Policy(named: "sparing data") { request, next in
        guard request[IsLarge.self] else { return next(request) }
        return Plan.ask(.isMetered).flatMap { isMetered in
            guard isMetered else { return next(request) }
            throw LoadError(
                stage: .request, request: request,
                underlyingError: RequestError("the network is metered"))
        }
    }
}

private extension Policy {
    /// Waits while a server's quota is used up, according to its last response.
    ///
    /// - Parameter longest: The longest wait, whatever the server says.
    static func respectingQuota(
        waitingUpTo longest: TimeInterval = 60
    ) -> Policy {
        Policy(named: "quota") { request, next in
            guard let origin = Origin(request.url)
            else { return next(request) }
            let name = "quota \(origin)"
            return pause(for: name, upTo: longest)
                .flatMap { next(request) }
                .flatMap { noting($0, as: name) }
        }
    }

    private static func pause(
        for name: String, upTo longest: TimeInterval
    ) -> Plan<Void> {
        zip(Plan.read(name), Plan.now).flatMap { entry, now in
            let left = entry?.date.timeIntervalSince(now) ?? 0
            guard left > 0 else { return Plan.value(()) }
            let wait = Duration.seconds(min(left, longest))
            let reason = "the quota is used up, waiting \(wait)"
            return Plan.note(LoadDecision(.limit, reason))
                .flatMap { Plan.wait(for: wait) }
        }
    }

    private static func noting(
        _ response: Response, as name: String
    ) -> Plan<Response> {
        guard let limit = response.headerFields.rateLimit, limit.isExhausted
        else { return .value(response) }
        return Plan.now.flatMap { now -> Plan<Response> in
            guard let reset = limit.resetDate(receivedAt: now)
            else { return .value(response) }
            let entry = StoreEntry(data: Data(), date: reset)
            return Plan.write(entry, to: name).map { response }
        }
    }
}

private let list = Resource<[Int]>(json: "list.json")
private let numbers = Response(body: Data("[1]".utf8))

private struct Refused: Error {}

@Suite(.permit) struct WritingAPolicyTests {
    private let api = URL(string: "https://api.example.org/v1")!

    @Test func `the version is sent to its own origin at each hop of a redirect`() throws {
        let origin = try #require(Origin(api))
        var run = DryRun(
            baseURL: api, policies: [.clientVersion("4.2", for: origin)]
        ) { request in
            let moved: HeaderFields = ["Location": "https://cdn.example.org/"]
            return request.url.host() == "api.example.org"
                ? Response(status: 302, headerFields: moved)
                : Response(body: Data("[1]".utf8))
        }
        #expect(try run.load(list) == [1])
        let versions = run.requests.map { $0.headerFields["X-Client-Version"] }
        #expect(versions == ["4.2", nil])

        // Outside of the hops, the field would be sent to other origins.
        let careless = Policy { request, next in next(request.header("X-Client-Version", "4.2")) }
        var other = DryRun(baseURL: api, policies: [careless]) { request in
            request.url.host() == "api.example.org"
                ? Response(status: 302, headerFields: ["Location": "https://cdn.example.org/"]) : numbers
        }
        _ = try other.load(list)
        #expect(other.requests.map { $0.headerFields["X-Client-Version"] } == ["4.2", "4.2"])
    }

    @Test func `on a metered network, large requests are refused unless they are cached`() throws {
        var isMetered = false
        let fresh = Response(headerFields: ["Cache-Control": "max-age=60"], body: Data("[1]".utf8))
        let policies: [Policy] = [.cache(), .sparingData]
        var run = DryRun(baseURL: api, policies: policies) { _ in fresh }
        run.answer(.isMetered) { isMetered }
        let film = list.option(IsLarge.self, true)

        #expect(try run.load(film) == [1])
        isMetered = true
        #expect(try run.load(film) == [1])
        #expect(run.requests.count == 1)

        let error = #expect(throws: LoadError.self) { try run.load(film.refreshed()) }
        #expect(error?.stage == .request && run.requests.count == 1)
        #expect(try run.load(list.refreshed()) == [1])
    }

    @Test func `a load waits for the quota, at most a minute`() throws {
        var left = ["0", "5"]
        var run = DryRun(baseURL: api, policies: [.respectingQuota()]) { _ in
            let fields: HeaderFields = ["RateLimit-Limit": "5", "RateLimit-Reset": "30"]
            var response = Response(headerFields: fields, body: Data("[1]".utf8))
            response.headerFields["RateLimit-Remaining"] = left.removeFirst()
            return response
        }
        _ = try run.load(list)
        #expect(run.elapsed == .zero)
        _ = try run.load(list)
        #expect(run.elapsed == .seconds(30))
        #expect(run.events.contains { "\($0)".contains("limit: the quota is used up") })

        let far = run.start.addingTimeInterval(3_600)
        run = DryRun(baseURL: api, policies: [.respectingQuota()]) { _ in numbers }
        run.store["quota https://api.example.org:443"] = StoreEntry(data: Data(), date: far)
        _ = try run.load(list)
        #expect(run.elapsed == .seconds(60))
    }

    @Test func `two waiting loads begin at the same time`() throws {
        try DryRun.explore(
            zip(list.alone(), list.alone()),
            in: {
                var run = DryRun(baseURL: api, policies: [.respectingQuota()]) { _ in numbers }
                let date = run.start.addingTimeInterval(30)
                run.store["quota https://api.example.org:443"] = StoreEntry(data: Data(), date: date)
                return run
            }
        ) { outcome, run in
            _ = try outcome.get()
            return run.elapsed == .seconds(30) && run.requests.count == 2
        }
    }

    @Test func `a cache separates users if the policy identifies them`() throws {
        let fresh = Response(headerFields: ["Cache-Control": "max-age=60"], body: Data("[1]".utf8))
        let session = Policy(
            named: "session", identifying: { _ in .currentUser }
        ) { request, next in
            Plan.currentUser.flatMap { user in
                next(request.header("Authorization", user.map { "Session \($0)" }))
            }
        }
        var run = DryRun(baseURL: api, policies: [.cache(), session]) { _ in fresh }
        for user in ["ada", "ada", "bob"] {
            run.store["user"] = StoreEntry(data: Data(user.utf8), date: run.start)
            _ = try run.load(list)
        }
        #expect(run.requests.map { $0.headerFields["Authorization"] } == ["Session ada", "Session bob"])

        let silent = Policy { request, next in next(request.header("Authorization", "Session ada")) }
        var other = DryRun(baseURL: api, policies: [.cache(), silent]) { _ in fresh }
        for _ in 0..<2 { _ = try other.load(list) }
        #expect(other.requests.count == 2 && other.cache.entries.isEmpty)
    }

    @Test func `the envelope says whether a load succeeds`() throws {
        let envelope = Envelope(code: "code", message: "message", data: "data", success: [0])
        let asking = Policy { request, next in
            next(request).flatMap { response in
                let verdict = request.verdict(on: response)
                guard verdict.isSuccess else { throw Refused() }
                return Plan.value(verdict.response)
            }
        }
        var code = 0
        var run = DryRun(baseURL: api, policies: [.inside(envelope), asking]) { _ in
            Response(body: Data(#"{"code": \#(code), "data": [1]}"#.utf8))
        }
        #expect(try run.load(list) == [1])
        code = 7
        #expect(throws: Refused.self) { try run.load(list) }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func `a policy sees only the head of a successful stream`() async throws {
        let seen = Mutex<[Int]>([])
        let watched = Policy { request, next in
            next(request).map { response in
                seen.withLock { $0.append(response.body.count) }
                return response
            }
        }
        let webservice = Webservice(baseURL: api, policies: [watched], transport: StubTransport { _ in numbers })
        _ = try await webservice.load(list)
        var read: [String] = []
        for try await line in webservice.stream(of: StreamResource<String>(lines: Request("lines"))) {
            read.append(line)
        }
        #expect(seen.withLock { $0 } == [3, 0])
        #expect(read == ["[1]"])
    }

    @Test func `a policy sees an absolute URL, and its own requests skip the policies outside it`() throws {
        let asking = Policy { request, next in
            #expect(request.url.absoluteString == "https://api.example.org/v1/list.json")
            return Plan.send(Request("token")).flatMap { _ in next(request) }
        }
        let numbered = Policy { request, next in next(request.header("X-Number", "1")) }
        var run = DryRun(baseURL: api, policies: [asking, numbered]) { _ in numbers }
        _ = try run.load(list)
        #expect(run.requests.map(\.path) == ["/v1/token", "/v1/list.json"])
        #expect(run.requests.map { $0.headerFields["X-Number"] } == [nil, "1"])
    }

    @Test func `the order of a load names the policies`() throws {
        let origin = try #require(Origin(api))
        let run = DryRun(
            policies: [.respectingQuota(), .clientVersion("4.2", for: origin)]
        ) { _ in Response() }
        let names = run.loadOrder.steps.map(\.name)
        #expect(names.suffix(4) == ["quota", "redirects", "client version", "sharing"])
    }
}

extension Plan<String?> {
    fileprivate static var currentUser: Plan<String?> {
        Plan<StoreEntry?>.read("user").map { $0.map { String(decoding: $0.data, as: UTF8.self) } }
    }
}
