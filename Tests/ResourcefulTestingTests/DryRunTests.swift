import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct DryRunTests {
    private func get(_ path: String) -> Plan<String> {
        Resource(url: URL(string: "http://example.org/\(path)")!) { String(decoding: $0, as: UTF8.self) }.plan
    }

    /// A run whose server answers with the last part of the path.
    private func run() -> DryRun {
        DryRun { request in Response(body: Data(request.url.lastPathComponent.utf8)) }
    }

    private func paths(_ run: DryRun) -> [String] { run.requests.map(\.url.lastPathComponent) }

    @Test func `requests are recorded as a transport would get them`() throws {
        var run = DryRun(baseURL: URL(string: "http://example.org/api/")!, policies: [.headerFields(["X-A": "b"])]) {
            _ in
            Response(status: 201)
        }
        let resource = Resource(
            url: URL(string: "comments")!, method: .post, body: .json(["text": "Yes"]), parse: { $0.count })
        #expect(try run.load(resource) == 0)
        let request = try #require(run.requests.first)
        #expect(request.url.absoluteString == "http://example.org/api/comments")
        #expect(request.headerFields == ["X-A": "b", "Content-Type": "application/json"])
        #expect(request.body?.data == Data(#"{"text":"Yes"}"#.utf8))
    }

    @Test func `waiting takes virtual time alone, and loads of one run come one after the other`() throws {
        var run = run()
        try run.load(Plan.wait(for: .seconds(3_600)))
        try run.load(Plan.wait(for: .milliseconds(250)))
        #expect(run.elapsed == .milliseconds(3_600_250))
        #expect(try run.load(Plan.now) == run.start.addingTimeInterval(3_600.25))
    }

    @Test func `a negative wait is none`() throws {
        var run = run()
        try run.load(Plan.wait(for: .seconds(-5)))
        #expect(run.elapsed == .zero)
    }

    @Test func `branches wait at the same time`() throws {
        var run = run()
        let slow = Plan.wait(for: .seconds(3)).flatMap { get("slow") }
        let quick = Plan.wait(for: .seconds(1)).flatMap { get("quick") }
        #expect(try run.load(zip(slow, quick)) == ("slow", "quick"))
        #expect(run.elapsed == .seconds(3))
        #expect(paths(run) == ["quick", "slow"])
    }

    @Test func `branches take turns, those on the left first`() throws {
        var run = run()
        _ = try run.load(zip(get("a").flatMap { _ in get("b") }, get("c").flatMap { _ in get("d") }))
        #expect(paths(run) == ["a", "c", "b", "d"])
    }

    @Test func `the first failure in virtual time ends the other branch there`() throws {
        var run = DryRun { request in Response(status: request.url.lastPathComponent == "bad" ? 500 : 200) }
        let failing = Plan.wait(for: .seconds(2)).flatMap { get("bad") }
        let other = get("a").flatMap { _ in Plan.wait(for: .seconds(10)).flatMap { get("never") } }
        let error = #expect(throws: LoadError.self) { try run.load(zip(other, failing)) }
        #expect(error?.request.url.lastPathComponent == "bad")
        #expect(paths(run) == ["a", "bad"])
        #expect(run.elapsed == .seconds(2))
    }

    @Test func `all does a limited number at a time, and begins the next when one has ended`() {
        let cases: [(Int, Int)] = [(1, 60), (2, 30), (3, 20), (6, 10), (7, 10)]
        checkEach(cases) { limit, seconds throws in
            var run = run()
            let plans = (0..<6).map { number in Plan.wait(for: .seconds(10)).flatMap { get("\(number)") } }
            #expect(try run.load(all(plans, atOnce: limit)) == (0..<6).map(String.init), "\(limit)")
            #expect(run.elapsed == .seconds(seconds), "\(limit)")
        }
    }

    @Test func `a place that becomes free is taken at once`() throws {
        var run = run()
        let plans = [9, 1, 1, 1, 1].map { seconds in Plan.wait(for: .seconds(seconds)).map { seconds } }
        #expect(try run.load(all(plans, atOnce: 2)) == [9, 1, 1, 1, 1])
        #expect(run.elapsed == .seconds(9))
    }

    @Test func `branches that share a run make one request`() throws {
        var run = run()
        let token = Plan.send(Request(url: URL(string: "http://example.org/token")!)).shared(as: "token")
        let plan = all((0..<10).map { _ in token.flatMap { _ in get("x").alone() } })
        #expect(try run.load(plan).count == 10)
        #expect(paths(run) == ["token"] + Array(repeating: "x", count: 10))
        #expect(run.events.count { $0.kind == .joined("token") } == 9)
        _ = try run.load(token)
        #expect(paths(run).count { $0 == "token" } == 2)
    }

    @Test func `a shared run continues when one of its loads is dropped`() throws {
        var run = DryRun { request in Response(status: request.url.lastPathComponent == "bad" ? 500 : 200) }
        let slow = Plan.wait(for: .seconds(5)).flatMap { Plan.send(Request(url: URL(string: "http://example.org/s")!)) }
            .shared(as: "s").map { _ in "s" }
        let failing = Plan.wait(for: .seconds(1)).flatMap { get("bad") }
        let dropped = zip(slow, failing).map { $0.0 }.recover { _ in Plan.value("recovered") }
        #expect(try run.load(zip(dropped, slow)) == ("recovered", "s"))
        #expect(paths(run) == ["bad", "s"])
        #expect(run.elapsed == .seconds(5))
    }

    @Test func `of two shared runs that ask for each other the later one runs the other on its own`() throws {
        var run = run()
        let request = Request(url: URL(string: "http://example.org/x")!).alone()
        func shared(_ key: String, inner: Plan<Response>) -> Plan<Response> {
            Plan.send(request).flatMap { _ in inner }.shared(as: key)
        }
        let one = shared("one", inner: shared("two", inner: Plan.send(request)))
        let two = shared("two", inner: shared("one", inner: Plan.send(request)))
        _ = try run.load(zip(one, two).map { $0.0 })
        // Each its own, and what the second one asked the first for.
        #expect(run.requests.count == 4)
        #expect(run.events.count { $0.kind == .began("one") } == 1)
        #expect(run.events.count { $0.kind == .began("two") } == 1)
    }

    @Test func `the events come in the order of their times, without a wait that was cut short`() {
        var run = DryRun { _ in throw TransportError(.connectionLost, "cut") }
        let slow = Plan.wait(for: .seconds(60)).map { "slow" }
        let middle = Plan.wait(for: .seconds(3)).flatMap { slow }
        let failing = Plan.wait(for: .seconds(5)).flatMap { get("bad") }
        #expect(throws: LoadError.self) { try run.load(zip(slow, middle, failing)) }
        let times: [Duration] = [.seconds(3), .seconds(5), .seconds(5), .seconds(5)]
        #expect(run.events.map(\.time) == times)
        let waits: [DryRun.Event.Kind] = [.waited(.seconds(3)), .waited(.seconds(5))]
        #expect(Array(run.events.map(\.kind).prefix(2)) == waits)
    }

    @Test func `a branch that was dropped does nothing more, however long the plan continues`() throws {
        var run = DryRun { request in Response(status: request.url.lastPathComponent == "bad" ? 500 : 200) }
        let late = Plan.wait(for: .seconds(5)).flatMap { get("late") }
        let failing = Plan.wait(for: .seconds(1)).flatMap { get("bad").alone() }
        let both = zip(late, failing).map { $0.0 }.recover { _ in Plan.wait(for: .seconds(60)).map { "recovered" } }
        let list = all([late, failing]).map { _ in "" }.recover { _ in Plan.wait(for: .seconds(60)).map { "too" } }
        #expect(try run.load(zip(both, list)) == ("recovered", "too"))
        #expect(paths(run) == ["bad", "bad"])
        #expect(run.elapsed == .seconds(61))
    }

    @Test(.timeLimit(.minutes(10))) func `thousands at once, nested or in a row, take no time`() throws {
        var run = run()
        let count = Effort.size(reduced: 2_000, usual: 8_000, full: 20_000)
        #expect(try run.load(all((0..<count).map { get("\($0)") })).count == count)
        #expect(try run.load(all((0..<count).map { get("\($0)") }, atOnce: 3)).count == count)
        let nested = (0..<count / 10).reduce(Plan.value(0)) { plan, _ in zip(plan, Plan.value(1)).map { $0 + $1 } }
        #expect(try run.load(nested) == count / 10)
        let keys = (0..<count / 4).map {
            Plan.send(Request(url: URL(string: "http://example.org/")!)).shared(as: "\($0)")
        }
        #expect(try run.load(all(keys)).count == count / 4)
    }

    @Test func `the store can be set beforehand and looked at afterwards`() throws {
        var run = run()
        let entry = StoreEntry(data: Data("old".utf8), date: run.start)
        run.store["token"] = entry
        let plan = Plan.read("token").flatMap { found in
            Plan.write(StoreEntry(data: Data("new".utf8), date: found?.date ?? .distantPast), to: "token")
        }
        try run.load(plan)
        #expect(run.store == ["token": StoreEntry(data: Data("new".utf8), date: run.start)])
        try run.load(Plan.write(nil, to: "token"))
        #expect(run.store.isEmpty)
    }

    @Test func `random numbers are the same in every run, and can be chosen`() throws {
        func draw(_ generator: SplitMix64?) throws -> [UInt64] {
            var run = run()
            if let generator { run.randomNumbers = generator }
            return try run.load(all([Plan.random, Plan.random, Plan.random]))
        }
        #expect(try draw(nil) == draw(nil))
        #expect(Set(try draw(nil)).count == 3)
        #expect(try draw(SplitMix64(seed: 1)) != draw(nil))
        // The first numbers of the reference implementation for the seed 1234567.
        var reference = SplitMix64(seed: 1_234_567)
        #expect(reference.next() == 6_457_827_717_110_365_317)
        #expect(reference.next() == 3_203_168_211_198_807_973)
    }

    @Test func `what the function throws is an error of the transport stage`() {
        var run = DryRun { _ in throw TransportError(.timedOut, "too slow") }
        let error = #expect(throws: LoadError.self) { try run.load(get("x")) }
        #expect(error?.stage == .transport)
        #expect(error?.underlyingError as? TransportError == TransportError(.timedOut, "too slow"))
    }

    @Test func `the events tell what happened, without secrets`() throws {
        var run = DryRun(policies: [.steadyRetry(upTo: 1)]) { _ in Response(status: 503) }
        let request = Request(
            url: URL(string: "http://example.org/x?token=secret")!, headerFields: ["Authorization": "secret"])
        _ = try run.load(Plan.send(request))
        let log = run.events.map(\.description).joined(separator: "\n")
        #expect(
            log == """
                0.0 seconds: → GET http://example.org/x?token=redacted
                0.0 seconds: ← 503 Service Unavailable from GET http://example.org/x?token=redacted
                0.0 seconds: retry: 503 Service Unavailable, retrying in 0.1 s (1 of 1)
                0.1 seconds: waited 0.1 seconds
                0.1 seconds: → GET http://example.org/x?token=redacted
                0.1 seconds: ← 503 Service Unavailable from GET http://example.org/x?token=redacted
                0.1 seconds: retry: 503 Service Unavailable, not retried: 1 of 1 retries made
                """)
    }
}
