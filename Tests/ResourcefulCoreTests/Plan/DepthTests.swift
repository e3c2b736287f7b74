import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Long programs run in linear time and in constant stack: a concurrency thread has 512 KB.
@Suite(.serialized) struct DepthTests {
    // Still many more than a stack holds.
    static let count = Effort.isReduced ? 10_000 : 100_000
    // What takes a stack frame of several functions, or much memory, is as deep with less.
    static let lists = Effort.size(reduced: 10_000, usual: 50_000, full: 100_000)
    static let requests = Effort.size(reduced: 4_000, usual: 30_000, full: 100_000)
    static let zips = Effort.size(reduced: 2_000, usual: 10_000, full: 100_000)

    @Test func `a hundred thousand binds nested to the left run under both interpreters`() async throws {
        let plan = Self.left(Self.count)
        var run = DryRun { _ in Response() }
        #expect(try run.load(plan) == Self.count)
        #expect(try await Self.webservice.load(plan) == Self.count)
    }

    @Test func `a hundred thousand binds nested to the right run under both interpreters`() async throws {
        let plan = Self.right(Self.count)
        var run = DryRun { _ in Response() }
        #expect(try run.load(plan) == Self.count)
        #expect(try await Self.webservice.load(plan) == Self.count)
    }

    @Test func `tens of thousands of requests in a row run under both interpreters`() async throws {
        let plan = Self.sending(Self.requests)
        var run = DryRun { _ in Response() }
        #expect(try run.load(plan) == Self.requests)
        #expect(run.requests.count == Self.requests)
        #expect(try await Self.webservice.load(plan) == Self.requests)
    }

    @Test func `a million binds that are never carried out are freed`() {
        var plan = Self.left(10 * Self.count)
        plan = .value(0)
        #expect(plan.result != nil)
    }

    @Test func `thousands of zips within each other run under both interpreters, and are freed`() async throws {
        for isLeft in [true, false] {
            let plan = (0..<Self.zips).reduce(Plan.value(0)) { plan, _ in
                (isLeft ? zip(plan, Plan.value(1)) : zip(Plan.value(1), plan)).map { $0 + $1 }
            }
            var run = DryRun { _ in Response() }
            #expect(try run.load(plan) == Self.zips)
            #expect(try await Self.webservice.load(plan) == Self.zips)
        }
    }

    @Test func `tens of thousands of lists within each other are freed`() {
        var plan = Plan.value(0)
        for _ in 0..<Self.lists { plan = all([plan, plan]).map(\.count) }
        plan = .value(0)
        #expect(plan.result != nil)
    }

    @Test func `a long chain that fails at its beginning is freed`() async throws {
        var plan = Plan<Int>.failure(Failure())
        for _ in 0..<Self.count { plan = plan.flatMap { Plan.value($0 + 1) } }
        await #expect(throws: Failure.self) { try await Self.webservice.load(plan) }
    }

    @Test func `a long chain can be printed before it runs`() {
        #expect(Self.left(Self.count).description == "done → …")
    }

    @Test func `a chain dropped in the middle of a run is freed`() async {
        let plan = Plan.wait(for: .seconds(60)).flatMap { Self.left(Self.count) }
        var long = plan
        for _ in 0..<Self.count { long = long.flatMap { Plan.value($0 + 1) } }
        let task = Task { [long] in try await Self.webservice.load(long) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    private static let webservice = Webservice(transport: StubTransport { _ in Response() })

    static let left: @Sendable (Int) -> Plan<Int> = { count in
        (0..<count).reduce(Plan.value(0)) { plan, _ in plan.flatMap { Plan.value($0 + 1) } }
    }

    static let right: @Sendable (Int) -> Plan<Int> = { count in climb(from: 0, to: count) }

    private static func climb(from step: Int, to end: Int) -> Plan<Int> {
        step == end ? .value(end) : Plan.value(step).flatMap { climb(from: $0 + 1, to: end) }
    }

    private static func sending(_ count: Int, done: Int = 0) -> Plan<Int> {
        done == count
            ? .value(count)
            : Plan.send(Request(url: "http://example.org/")).flatMap { _ in sending(count, done: done + 1) }
    }
}

extension Request {
    fileprivate init(url: String) { self.init(url: URL(string: url)!) }
}
