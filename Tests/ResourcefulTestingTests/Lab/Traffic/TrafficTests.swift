import ResourcefulLab
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Traffic {
    /// The requests, a star before those on the critical path, with times in milliseconds.
    fileprivate var lines: [String] {
        let path = Set(criticalPath)
        return requests.map { exchange in
            let mark = exchange.isCutOff ? "cut" : exchange.failure == nil ? "\(exchange.status?.code ?? 0)" : "failed"
            let times = [exchange.start, exchange.end].map { "\(Int($0 / .milliseconds(1)))" }
            return (path.contains(exchange) ? "* " : "  ")
                + "\(exchange.request.method) \(exchange.request.url.path) \(mark) \(times.joined(separator: "–"))"
        }
    }
}

struct TrafficTests {
    /// A plan, and the traffic that it makes with round trips of 100 ms.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let plan: Plan<String>
        let run: @Sendable () -> DryRun
        let lines: [String]
        let roundTrips: Int
        let elapsed: Int
    }

    private static func run(_ policies: Policy..., stubs: Stub...) -> @Sendable () -> DryRun {
        { DryRun(policies: policies, StubServer(stubs)) }
    }

    private static let fresh = Stub("/a").answers(.text("1").headerFields(["Cache-Control": "max-age=60"]))
    static let rows = [
        Row(
            testDescription: "retries count, and their waits are gaps", plan: get("a").plan,
            run: run(
                .steadyRetry(upTo: 3), stubs: Stub("/a").answers(.status(503), .failure(.connectionLost), .text("1"))),
            lines: ["* GET /a 503 0–100", "* GET /a failed 200–300", "* GET /a 200 500–600"], roundTrips: 3,
            elapsed: 600),
        Row(
            testDescription: "a response from the cache isn't traffic", plan: get("a").flatMap { _ in get("a") },
            run: run(.cache(), stubs: fresh), lines: ["* GET /a 200 0–100"], roundTrips: 1, elapsed: 100),
        Row(
            testDescription: "redirects count for each hop", plan: get("a").plan,
            run: run(
                stubs:
                    Stub("/a").answers(.status(302, headerFields: ["Location": "/b"])),
                Stub("/b").answers(.status(302, headerFields: ["Location": "/c"])),
                Stub("/c").answers(.text("1"))),
            lines: ["* GET /a 302 0–100", "* GET /b 302 100–200", "* GET /c 200 200–300"], roundTrips: 3, elapsed: 300),
        Row(
            testDescription: "two branches wait for the token that one of them asks for",
            plan: zip(get("feed"), get("profile")).map { $0 + $1 },
            run: { DryRun(policies: [bearer], TokenServer().answer) },
            lines: ["* POST /token 200 0–100", "  GET /feed 200 100–200", "* GET /profile 200 100–200"], roundTrips: 2,
            elapsed: 200),
        Row(
            testDescription: "under a limit of 1, each request waits for the one before",
            plan: all([get("a"), get("b"), get("c")]).map { $0.joined() },
            run: run(.limit(atOnce: 1), stubs: Stub("/{x}").answers(.text("1"))),
            lines: ["* GET /a 200 0–100", "* GET /b 200 100–200", "* GET /c 200 200–300"], roundTrips: 3, elapsed: 300),
        Row(
            testDescription: "a request that nothing waits for anymore is cut off",
            plan: zip(get("slow"), get("bad")).map { $0 + $1 }.recover { _ in get("other").plan },
            run: run(
                stubs:
                    Stub("/slow").answers(.text("1").after(.seconds(1))), Stub("/bad").answers(.status(500)),
                Stub("/other").answers(.text("1"))),
            lines: ["  GET /slow cut 0–100", "* GET /bad 500 0–100", "* GET /other 200 100–200"], roundTrips: 2,
            elapsed: 200),
        Row(
            testDescription: "equal requests at the same time are one",
            plan: zip(get("a"), get("a")).flatMap { _ in get("b") }, run: run(stubs: Stub("/{x}").answers(.text("1"))),
            lines: ["* GET /a 200 0–100", "* GET /b 200 100–200"], roundTrips: 2, elapsed: 200),
        Row(
            testDescription: "a chain of fast requests has more round trips than the slow request that takes longer",
            plan: zip(get("slow"), get("a").flatMap { _ in get("b") }).map { $0 + $1 },
            run: run(stubs: Stub("/slow").answers(.text("1").after(.seconds(1))), Stub("/{x}").answers(.text("1"))),
            lines: ["* GET /slow 200 0–1100", "  GET /a 200 0–100", "  GET /b 200 100–200"], roundTrips: 2,
            elapsed: 1_100),
        Row(
            testDescription: "the loser of a race is cut off, and the winner waits only for the delay of its start",
            plan: first(of: [get("slow"), get("a")], staggeredBy: .milliseconds(250)).flatMap { _ in get("b") },
            run: run(stubs: Stub("/slow").answers(.text("1").after(.seconds(1))), Stub("/{x}").answers(.text("1"))),
            lines: ["  GET /slow cut 0–350", "* GET /a 200 250–350", "* GET /b 200 350–450"], roundTrips: 2,
            elapsed: 450
        ),
        Row(
            testDescription: "a deadline cuts off what is under way",
            plan: get("a").flatMap { _ in get("b") }.deadline(.milliseconds(150)).recover { _ in Plan.value("") },
            run: run(stubs: Stub("/{x}").answers(.text("1"))),
            lines: ["  GET /a 200 0–100", "  GET /b cut 100–150"], roundTrips: 1, elapsed: 150),
        Row(
            testDescription: "a plan without requests has no traffic", plan: Plan.wait(for: .seconds(1)).map { "" },
            run: run(), lines: [], roundTrips: 0, elapsed: 1_000),
    ]

    private static let bearer = Policy.bearer(for: site, token: nil) { _ in
        Resource(url: site.appending(path: "token"), method: .post, parseJSON: Token.oauth)
    }

    @Test(arguments: rows) func `the requests of a plan, and which wait for which`(row: Row) throws {
        let traffic = try Traffic(of: row.plan, in: row.run)
        #expect(traffic.lines == row.lines)
        #expect(traffic.roundTrips == row.roundTrips)
        #expect(traffic.elapsed == .milliseconds(row.elapsed))
    }

    @Test func `a revalidation counts its request and a response without a body`() throws {
        let stored: HeaderFields = ["ETag": "\"1\"", "Cache-Control": "no-cache"]
        let server: StubServer = [
            Stub("/a", fields: ["If-None-Match": "\"1\""]).answers(.status(304, headerFields: stored)),
            Stub("/a").answers(.text(String(repeating: "x", count: 5_000)).headerFields(stored)),
        ]
        let traffic = try Traffic(
            of: get("a").flatMap { _ in get("a") }, in: { DryRun(policies: [.cache()], server) })
        #expect(traffic.lines == ["* GET /a 200 0–100", "* GET /a 304 100–200"])
        #expect(traffic.requests[0].bytesReceived > 5_000)
        #expect(traffic.requests[1].bytesReceived < 100)
        #expect(traffic.requests[1].bytesSent > traffic.requests[0].bytesSent)
    }

    @Test func `a plan doesn't wait for what continues in the background`() throws {
        let answer = StubAnswer.text("1").headerFields(["Cache-Control": "max-age=0, stale-while-revalidate=60"])
        let traffic = try Traffic(of: get("a").flatMap { _ in get("b") }) {
            var run = DryRun(policies: [.cache()], [Stub("/a").answers(answer), Stub("/b").answers(.text("2"))])
            _ = try run.load(get("a"))
            _ = try run.load(Plan.wait(for: .seconds(10)))
            return run
        }
        #expect(traffic.lines == ["  GET /a 200 0–100", "* GET /b 200 0–100"])
        let idle = try Traffic(of: get("a")) {
            var run = DryRun(policies: [.cache()], [Stub("/a").answers(answer)])
            _ = try run.load(get("a"))
            return run
        }
        #expect(idle.lines == ["  GET /a 200 0–100"])
        #expect(idle.elapsed == .zero)
        #expect(idle.roundTrips == 1)
        #expect(idle.criticalPath.isEmpty)
    }

    @Test func `requests before the load aren't measured, and the run gets the default order`() throws {
        let traffic = try Traffic(of: zip(get("a"), get("b"))) {
            var run = DryRun { _ in Response() }
            _ = try run.load(get("before").flatMap { _ in Plan.wait(for: .seconds(5)) })
            run.order = .drawn(seed: 1)
            return run
        }
        #expect(traffic.elapsed == .milliseconds(100))
        #expect(traffic.lines == ["  GET /a 200 0–100", "* GET /b 200 0–100"])
    }

    @Test func `a load that fails throws its traffic and its error`() throws {
        let secret = Resource(url: URL(string: "https://example.org/a?token=hunter2hunter2")!) { $0 }
        let plan = secret.flatMap { _ in get("b") }
        let failure = try #require(
            #expect(throws: Traffic.LoadFailure.self) {
                try Traffic(
                    of: plan, in: { DryRun([Stub("/a").answers(.text("1")), Stub("/b").answers(.status(500))]) })
            })
        #expect((failure.underlyingError as? LoadError)?.response?.status == 500)
        #expect(failure.traffic.lines == ["* GET /a 200 0–100", "* GET /b 500 100–200"])
        #expect(failure.traffic.failure == "GET https://example.org/b was answered with 500 Internal Server Error")
        #expect("\(failure)".contains("failed: GET https://example.org/b was answered with 500 Internal Server Error"))
        for text in ["\(failure)", failure.traffic.waterfall, failure.traffic.svg] {
            #expect(!text.contains("hunter2"))
        }
        struct Unmade: Error {}
        #expect(throws: Unmade.self) { try Traffic(of: get("a"), in: { throw Unmade() }) }
    }

    @Test(arguments: [-1, 0, Int.min, Int.max])
    func `any arguments measure something`(number: Int) throws {
        let traffic = try Traffic(
            of: zip(get("a"), get("b")),
            in: { DryRun { _ in Response(headerFields: ["Content-Encoding": "br", "Content-Length": "\(Int.max)"]) } },
            roundTrip: .seconds(number), bytesPerSecond: number, connecting: number)
        #expect(traffic.requests.count == 2)
        #expect(traffic.elapsed >= .zero)
        #expect(traffic.waterfall.split(separator: "\n").allSatisfy { $0.count <= 100 })
        #expect(!traffic.svg.isEmpty)
        #expect(throws: TrafficBudgetExceeded.self) { try traffic.assertWithin(bytes: number / 2, elapsed: .zero) }
    }
}
