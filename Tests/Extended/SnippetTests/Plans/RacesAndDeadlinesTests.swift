import Foundation
import Resourceful
import ResourcefulLab
import ResourcefulResilience
import Testing

// The snippets of "Races and deadlines", word for word, compiled and run.

/// Random numbers that are the same in every run (SplitMix64).
private struct Numbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

private let mirrors = [URL(string: "https://eu.example.org/")!, URL(string: "https://us.example.org/")!]

private struct Episode: Codable, Sendable, Equatable { let title: String }

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
}

extension Episode {
    static func all(at mirror: URL) -> Resource<[Episode]> {
        Resource(json: mirror.appending(path: "episodes.json"))
    }
}

private struct Profile: Codable, Sendable, Equatable {
    let name: String

    static let mine = Resource<Profile>(json: "me.json")
    static let empty = Profile(name: "")
}

private let plans = [Episode(title: "Plans")]

@Suite(.permit) struct RacesAndDeadlinesTests {
    /// Mirrors that answer after some seconds, as their hosts say.
    private func run(_ seconds: [String: Int], policies: [Policy] = []) -> DryRun {
        DryRun(baseURL: api, policies: policies) { request, delay in
            delay = .seconds(seconds[request.url.host() ?? ""] ?? 0)
            let isProfile = request.url.path == "/me.json"
            return Response(body: isProfile ? Data(#"{"name": "Ada"}"#.utf8) : Data(#"[{"title": "Plans"}]"#.utf8))
        }
    }

    @Test func `the first of several mirrors`() throws {
        let fastest = first(of: mirrors.map(Episode.all(at:)))

        var run = run(["eu.example.org": 3, "us.example.org": 2])
        #expect(try run.load(fastest) == plans)
        #expect(run.requests.count == 2)
        #expect(run.elapsed == .seconds(2))
        #expect(try run.load(Plan.first(of: mirrors.map(Episode.all(at:)))) == plans)
    }

    @Test func `what is loaded, or nothing after two seconds`() throws {
        let empty = Plan.wait(for: .seconds(2)).map { Profile.empty }

        let profile = first(of: [Profile.mine.plan, empty])

        var quick = run(["api.example.org": 1])
        #expect(try quick.load(profile).name == "Ada")
        var slow = run(["api.example.org": 5])
        #expect(try slow.load(profile) == Profile.empty)
    }

    @Test func `one mirror after the other`() throws {
        let calm = first(of: mirrors.map(Episode.all(at:)), staggeredBy: .milliseconds(250))

        var quick = run([:])
        #expect(try quick.load(calm) == plans)
        #expect(quick.requests.count == 1)
        var slow = run(["eu.example.org": 3])
        #expect(try slow.load(calm) == plans)
        #expect(slow.elapsed == .milliseconds(250))
    }

    @Test func `the first success of a race, or its last error`() throws {
        let fastest = first(of: mirrors.map(Episode.all(at:)))
        var run = DryRun { request, delay in
            let isFirst = request.url.host() == "eu.example.org"
            delay = .seconds(isFirst ? 1 : 2)
            return Response(status: isFirst ? 503 : 404)
        }
        let error = #expect(throws: LoadError.self) { try run.load(fastest) }
        #expect(error?.status == 404)
        #expect(error?.request.url.host() == "us.example.org")
    }

    @Test func `a second request, for a Webservice, a resource and a plan`() throws {
        let token = Policy.bearer(for: api, token: Token("a")) { _ in Resource("token", parseJSON: Token.oauth) }

        let webservice = Webservice(
            baseURL: api,
            policies: [.cache(), .retry(), token, .hedging(after: .milliseconds(300))])

        let episodes = Episode.all.hedged(after: .milliseconds(300))
        let page = zip(Episode.all, Profile.mine).hedged(after: .milliseconds(300))

        #expect(webservice.order.warnings.isEmpty)
        for (plan, count) in [(episodes.map(\.count).plan, 2), (page.map(\.0.count), 4)] {
            var run = run(["api.example.org": 1])
            #expect(try run.load(plan) == 1)
            #expect(run.requests.count == count)
        }
        // What isn't safe to repeat is sent once.
        var run = run(["api.example.org": 1])
        _ = try run.load(Episode.all.method(.post).hedged(after: .milliseconds(300)))
        #expect(run.requests.count == 1)
    }

    @Test func `a smaller budget is used up sooner`() throws {
        let modest = Policy.hedging(
            after: .milliseconds(300), budget: RetryBudget(capacity: 2, deposit: 0.02))
        var run = run(["api.example.org": 1], policies: [modest])
        for _ in 0..<20 { #expect(try run.load(Episode.all) == plans) }
        #expect(run.requests.count == 22)
    }

    /// The table of the article.
    @Test func `a second request shortens the slowest loads`() throws {
        func times(_ policies: [Policy]) throws -> (sorted: [Duration], requests: Int) {
            var numbers = Numbers(seed: 7)
            var run = DryRun(policies: policies) { _, delay in
                let isSlow = Int.random(in: 0..<50, using: &numbers) == 0
                delay = .milliseconds(Int.random(in: 50...150, using: &numbers) * (isSlow ? 10 : 1))
                return Response()
            }
            var times: [Duration] = []
            for _ in 0..<2_000 {
                let before = run.elapsed
                _ = try run.load(Plan.send(Request(url: api)))
                times.append(run.elapsed - before)
            }
            return (times.sorted(), run.requests.count)
        }
        let rows = try [[], [Policy.hedging(after: .milliseconds(160))]].map { policies in
            let (sorted, requests) = try times(policies)
            // The places of the percentiles of the 2,000 times in order.
            let cells = [999, 1_899, 1_979, 1_999].map { "\(Int(sorted[$0] / .milliseconds(1))) ms" }
            return "\(cells.joined(separator: " | ")) | \(requests)"
        }
        print(rows.joined(separator: "\n"))
        #expect(rows == ["100 ms | 147 ms | 1050 ms | 1500 ms | 2000", "99 ms | 147 ms | 261 ms | 620 ms | 2043"])
    }

    @Test func `a deadline for a whole plan`() throws {
        let page = zip(Profile.mine, Episode.all).deadline(.seconds(5))

        let quick = Profile.mine.deadline(.seconds(1)).recover { error in
            guard error is DeadlineExceeded else { throw error }
            return Profile.empty
        }

        var slow = run(["api.example.org": 9])
        #expect(throws: DeadlineExceeded(deadline: .seconds(5))) { try slow.load(page) }
        #expect(slow.elapsed == .seconds(5))
        #expect(try slow.load(quick) == Profile.empty)
        var failing = DryRun(baseURL: api) { _ in Response(status: 404) }
        #expect(throws: LoadError.self) { try failing.load(quick) }
    }

    @Test func `what each of the three limits counts`() throws {
        let rule = RetryRule(upTo: 9, waits: .constant(.seconds(2)), budget: nil)
        var inTime = rule
        inTime.deadline = .seconds(15)
        let server: StubServer = [Stub("episodes.json").answers(.json(plans).after(.seconds(30)))]

        let page = Episode.all.timeout(.seconds(3))

        /// The number of requests, the seconds, and the error.
        func end(_ plan: some Loadable) -> String {
            var run = DryRun(baseURL: api, server)
            do {
                _ = try run.load(plan.plan)
                return ""
            } catch {
                let kind = ((error as? LoadError)?.underlyingError as? TransportError)?.kind
                return "\(run.requests.count) \(run.elapsed / .seconds(1)) \(kind.map { "\($0)" } ?? "\(error)")"
            }
        }
        #expect(end(page) == "1 3.0 timedOut")
        #expect(end(page.retrying(inTime)) == "3 13.0 timedOut")
        let all = zip(page.retrying(rule), Plan.wait(for: .seconds(1)))
        #expect(end(all.deadline(.seconds(17))) == "4 17.0 the deadline of 17 s has passed")
        #expect(end(all.deadline(.seconds(20))) == "4 18.0 timedOut")
    }

    @Test func `an attempt has a deadline in a policy`() throws {
        let impatient = Policy { request, next in next(request).deadline(.seconds(2)) }

        let webservice = Webservice(baseURL: api, policies: [.retry(), impatient])

        #expect(webservice.order.warnings.isEmpty)
        var count = 0
        var run = DryRun(baseURL: api, policies: [.retry(), impatient]) { _, delay in
            count += 1
            delay = count == 1 ? .seconds(9) : .zero
            return Response(body: Data(#"[{"title": "Plans"}]"#.utf8))
        }
        #expect(try run.load(Episode.all) == plans)
        #expect(run.requests.count == 2)
    }

    @Test func `people read that it took too long`() {
        let german = ErrorMessages(
            otherwise: "Das hat nicht geklappt.",
            [.transport(.timedOut, message: "Der Server braucht zu lange.")])
        #expect(german(DeadlineExceeded(deadline: .seconds(5))) == "Der Server braucht zu lange.")
    }

    @Test func `races and deadlines are tested in virtual time`() throws {
        let fastest = first(of: mirrors.map(Episode.all(at:)))
        let page = zip(Profile.mine, Episode.all).deadline(.seconds(5))
        let body = Data(#"[{"title": "Plans"}]"#.utf8)

        var run = DryRun { request, delay in
            delay = request.url.host() == "us.example.org" ? .seconds(1) : .seconds(60)
            return Response(body: body)
        }
        #expect(try run.load(fastest) == plans)
        #expect(run.elapsed == .seconds(1))

        let server: StubServer = [
            Stub("me.json").answers(.json(["name": "Ada"]).after(.seconds(9))),
            Stub("episodes.json").answers(.json(plans)),
        ]
        var late = DryRun(baseURL: api, server)
        #expect(throws: DeadlineExceeded.self) { try late.load(page) }
    }

    @Test func `in every order, a loser never writes after the winner's value`() throws {
        let body = Data("[]".utf8)

        let remembering = { (mirror: URL) in
            Episode.all(at: mirror).flatMap { episodes in
                let entry = StoreEntry(data: Data("\(mirror)".utf8), date: .distantPast)
                return Plan.write(entry, to: "mirror").map { episodes }
            }
        }
        let settled = first(of: mirrors.map(remembering)).flatMap { _ in
            zip(Plan.read("mirror"), Plan.wait(for: .seconds(60)).flatMap { Plan.read("mirror") })
        }
        let exploration = try DryRun.explore(settled, in: { DryRun { _ in Response(body: body) } }) {
            outcome, _ in
            let (then, later) = try outcome.get()
            return then != nil && then == later
        }
        #expect(exploration.isComplete)
    }
}
