package import FaultyProxy
import Foundation
import NIOConcurrencyHelpers
import ResourcefulResilience
package import ResourcefulTesting

/// What a store on a server costs, how long it lets a load wait, and what an outage costs: the same laws for each
/// server, seen by a proxy in front of it.
package enum FleetLaws {
    private static func counted(_ number: Int) -> StoreEntry {
        StoreEntry(data: Data("\(number)".utf8), date: Date(timeIntervalSinceReferenceDate: 0))
    }

    private static func number(_ entry: StoreEntry?) -> Int {
        entry.flatMap { Int(String(decoding: $0.data, as: UTF8.self)) } ?? 0
    }

    private static let clock = ContinuousClock()

    // MARK: Cost

    /// The commands for so many changes of one entry at the same time, in one process that knows it.
    package static func commands(for count: Int, of store: some EntryStore, _ proxy: FaultyProxy) async throws -> Int {
        // All connections are open.
        for _ in 0..<8 { _ = await store.update("count \(count)") { _ in counted(0) } }
        proxy.reset()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask { _ = await store.update("count \(count)") { counted(number($0) + 1) } }
            }
        }
        let commands = proxy.commands.count
        let last = number(await store.read("count \(count)"))
        guard last == count else { throw SharedPolicies.Problem(description: "\(last) of \(count) changes") }
        return commands
    }

    /// The commands for so many changes of one entry of a cache at the same time, in one process that knows it.
    package static func commands(for count: Int, of cache: some CacheStore, _ proxy: FaultyProxy) async throws -> Int {
        for _ in 0..<8 { await cache.update(key("count")) { _ in response("0") } }
        proxy.reset()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    await cache.update(key("count")) { response("\((Int(body($0) ?? "") ?? 0) + 1)") }
                }
            }
        }
        let commands = proxy.commands.count
        let last = body(await cache.entry(for: key("count")))
        guard last == "\(count)" else { throw SharedPolicies.Problem(description: "\(last ?? "") of \(count) changes") }
        return commands
    }

    /// A page of two requests that needs a token, is retried within a budget, and stops while a service is broken.
    package struct Page: Sendable {
        private let webservice: Webservice
        private let resources: [Resource<String>]

        /// Signs in and creates a page, whose service answers after some time.
        package init(
            over store: some EntryStore, _ cache: some CacheStore, latency: Duration = .zero
        ) async throws {
            let api = URL(string: "https://api.example/") ?? URL(filePath: "/")
            let bearer = Policy.bearer(for: api, lease: .seconds(30)) { _ in
                Resource<Token>(url: api.appending(path: "token"), method: .post, parseJSON: Token.oauth)
            }
            webservice = Webservice(
                baseURL: api,
                policies: [
                    .cache(in: cache), .retry(.standard), .circuitBreaker(after: 5), .hedging(after: .seconds(5)),
                    bearer,
                ],
                store: store,
                transport: StubTransport { _ in
                    if latency > .zero { try await Task.sleep(for: latency) }
                    return Response(headerFields: ["Cache-Control": "max-age=600"], body: Data("\"kept\"".utf8))
                })
            resources = ["profile", "recommendations"].map { Resource<String>(json: "{name}", ["name": $0]) }
            try await webservice.load(Plan.signIn(with: Token("token", refreshToken: "r"), for: api))
        }

        /// The numbers of commands of a page for which nothing is kept, and then of one that is kept.
        package func commands(
            _ proxy: FaultyProxy, _ cache: some CacheStore, times: Int
        ) async throws -> (cold: [Int], warm: [Int]) {
            var (cold, warm) = ([Int](), [Int]())
            for _ in 0..<times {
                await cache.remove(.all)
                for isWarm in [false, true] {
                    proxy.reset()
                    try await load()
                    if isWarm { warm.append(proxy.commands.count) } else { cold.append(proxy.commands.count) }
                }
            }
            return (cold, warm)
        }

        /// How long the page takes, or until it fails.
        package func time(within deadline: Duration) async -> Duration {
            let start = clock.now
            _ = try? await webservice.load(all(resources).deadline(deadline))
            return clock.now - start
        }

        /// Loads the page.
        ///
        /// - Throws: `DeadlineExceeded` after the deadline.
        package func load(within deadline: Duration) async throws {
            _ = try await webservice.load(all(resources).deadline(deadline))
        }

        /// Loads the page.
        package func load() async throws { _ = try await webservice.load(all(resources)) }
    }

    // MARK: Deadlines

    /// By how much an operation outlives its task while the server hangs.
    package static func excess(
        _ proxy: FaultyProxy, _ operation: @escaping @Sendable () async -> Void
    ) async throws -> Duration {
        proxy.set(.hang)
        let task = Task {
            await operation()
            return clock.now
        }
        try await Task.sleep(for: .milliseconds(60))
        let canceled = clock.now
        task.cancel()
        let excess = await task.value - canceled
        proxy.set(.none)
        return excess
    }

    // MARK: Return

    /// What an outage has cost.
    package struct Outage: Sendable {
        /// The loads that succeeded within their deadline when the server was back.
        package var successes = 0
        /// How long the slowest of them took.
        package var slowest = Duration.zero
        /// The commands in the second after the return.
        package var commands = 0
        /// How many responses of others are still there, of those that were there before.
        package var kept = 0
        /// How many responses that this process has changed meanwhile another one finds.
        package var stale = 0
    }

    /// The server hangs while so many responses change, and then returns.
    package static func outage(
        missing count: Int, others: Int, _ cache: some CacheStore, beside other: some CacheStore, _ proxy: FaultyProxy
    ) async throws -> Outage {
        for number in 0..<others { await other.update(key("other/\(number)")) { _ in response("kept") } }
        for number in 0..<count { await cache.update(key("missed/\(number)")) { _ in response("old") } }
        proxy.set(.hang)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask { await cache.update(key("missed/\(number)")) { _ in response("new") } }
            }
        }
        proxy.reset()
        proxy.set(.none)
        var outage = try await loads(over: cache)
        try await Task.sleep(for: .seconds(1))
        outage.commands = proxy.commands.count
        for number in 0..<others {
            if await other.entry(for: key("other/\(number)")) != nil { outage.kept += 1 }
        }
        for number in 0..<count {
            if body(await other.entry(for: key("missed/\(number)"))) == "old" { outage.stale += 1 }
        }
        return outage
    }

    static func response(_ text: String, maxAge: Int = 600) -> CacheEntry {
        CacheEntry(responses: [
            StoredResponse(
                response: Response(headerFields: ["Cache-Control": "max-age=\(maxAge)"], body: Data(text.utf8)),
                requested: Date(), received: Date())
        ])
    }

    static func body(_ entry: CacheEntry?) -> String? {
        entry?.responses.first.map { String(decoding: $0.response.body, as: UTF8.self) }
    }

    private static func key(_ name: String) -> CacheKey { CacheKey(url: "https://api.example/\(name)") }

    /// Thirty-two loads with a deadline of 200 ms, again and again for 1.5 s.
    private static func loads(over cache: some CacheStore) async throws -> Outage {
        let api = URL(string: "https://api.example/") ?? URL(filePath: "/")
        let webservice = Webservice(
            baseURL: api, policies: [.cache(in: cache)],
            transport: StubTransport { _ in
                Response(headerFields: ["Cache-Control": "max-age=600"], body: Data("\"kept\"".utf8))
            })
        let end = clock.now + .milliseconds(1_500)
        var outage = Outage(successes: 32)
        while clock.now < end {
            let times = await withTaskGroup(of: Duration?.self) { group in
                for number in 0..<32 {
                    group.addTask {
                        let start = clock.now
                        let plan = Resource<String>(json: "load/{number}", ["number": number]).deadline(
                            .milliseconds(200))
                        return (try? await webservice.load(plan)).map { _ in clock.now - start }
                    }
                }
                return await group.reduce(into: [Duration?]()) { $0.append($1) }
            }
            outage.successes = min(outage.successes, times.compactMap(\.self).count)
            outage.slowest = max(outage.slowest, times.compactMap(\.self).max() ?? .seconds(9))
            try await Task.sleep(for: .milliseconds(20))
        }
        return outage
    }
}
