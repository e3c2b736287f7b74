import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Loads while users sign in and out at any moment, whether the token was there before or not.
struct FirstTokenModelTests {
    private typealias Users = FirstTokenServer

    /// What happens to the user.
    enum Change: CaseIterable {
        case ada, bob, nobody

        var plan: Plan<Void> {
            switch self {
            case .ada: .signIn(with: FirstTokenServer.token(of: "ada"), for: FirstTokenServer.api)
            case .bob: .signIn(with: FirstTokenServer.token(of: "bob"), for: FirstTokenServer.api)
            case .nobody: .signOut(of: FirstTokenServer.api)
            }
        }
    }

    /// One history: the server, the changes around each request, and the loads.
    struct History {
        let server: FirstTokenServer
        let policies: [Policy]
        let steps: [Plan<String>]
        /// Whether a load was answered from the store with what was made for another user.
        let violations: Locked<[String]>
    }

    /// Returns the history of a seed, from the beginning.
    private static func history(_ seed: UInt64, cache: Policy) -> History {
        var numbers = SeededNumbers(seed: seed)
        let devices = (0..<6).map { _ in ["ada", "bob", "eve", ""].randomElement(using: &numbers)! }
        let refused = (0..<40).filter { _ in Int.random(in: 0..<6, using: &numbers) == 0 }
        let server = FirstTokenServer(devices: devices, refusing: Set(refused))
        let changes = (0..<80).map { _ -> [Change] in
            guard Int.random(in: 0..<3, using: &numbers) == 0 else { return [] }
            return (0...Int.random(in: 0...1, using: &numbers)).map { _ in
                Change.allCases.randomElement(using: &numbers)!
            }
        }
        let moments = Locked(0)
        // Users change before a request is sent and before its response arrives.
        let changing = Policy { request, next in
            let change = Plan.now.flatMap { _ -> Plan<Void> in
                let moment = moments.withLock {
                    $0 += 1; return $0 - 1
                }
                return changes[moment % changes.count].reduce(Plan.value(())) { plan, change in
                    plan.flatMap { change.plan }
                }
            }
            return change.flatMap { next(request) }.flatMap { response in change.map { response } }
        }
        let others: [[Policy]] = [[], [.retry(upTo: 1)], [.followingRedirects()], [.limit(atOnce: 1)]]
        let list = [cache] + others.randomElement(using: &numbers)! + [Users.bearer, changing]
        let violations = Locked<[String]>([])
        let steps = (0..<12).map { number -> Plan<String> in
            let path = ["page", "other", "moved"].randomElement(using: &numbers)!
            let (option, step) = (numbers.next(), Int.random(in: 0..<6, using: &numbers))
            if step == 0 { return Change.allCases.randomElement(using: &numbers)!.plan.map { "\(number)" } }
            guard step == 1 else { return load(path, option, violations) }
            // Of two at once, one may change the user between what the other one reads.
            let both = zip(load(path, option, Locked([])), load("page", option, Locked([])))
            return both.map { "\($0) \($1)" }
        }
        return History(server: server, policies: list, steps: steps, violations: violations)
    }

    /// Loads a page, and notes what was stored for another user than the one at the beginning of the load.
    private static func load(_ path: String, _ option: UInt64, _ violations: Locked<[String]>) -> Plan<String> {
        var resource = Resource<String>(json: URL(string: path)!)
        switch option % 8 {
        case 0: resource = resource.refreshed()
        case 1: resource = resource.validated()
        case 2: resource = resource.cached(for: .seconds(900))
        default: break
        }
        return Plan.token(for: Users.api).flatMap { [resource] token in
            resource.withResponse.map { value, response in
                let user = path == "moved" ? "nobody" : token?.refreshToken ?? "nobody"
                if response.cacheStatus?.source != .server, value != user {
                    violations.withLock { $0.append("\(user) got what was made for \(value)") }
                }
                return value
            }.recover { error in
                if (error as? LoadError)?.status == 304 { violations.withLock { $0.append("a bare 304") } }
                return "\(type(of: error))"
            }
        }
    }

    /// Returns what is wrong with what is stored: each key has the responses of one user, and each user one key.
    private static func violations(in entries: [(CacheKey, CacheEntry)]) -> [String] {
        var users: [String: Set<String>] = [:]
        var keys: [String: Set<String>] = [:]
        for (key, entry) in entries {
            for response in entry.responses {
                let user = String(decoding: response.response.body, as: UTF8.self)
                users[key.qualifier, default: []].insert(user)
                keys[user, default: []].insert(key.qualifier)
            }
        }
        return
            (users.filter { $0.value.count > 1 || ($0.key == "") != ($0.value == ["\"nobody\""]) }.map { "\($0)" }
            + keys.filter { $0.value.count > 1 }.map { "\($0)" }).sorted()
    }

    @Test func `in a dry run, whatever happens meanwhile, what is stored is served to whom it was sent for`() throws {
        let seeds = Effort.size(reduced: 25, usual: 400, full: 20_000)
        var stored = 0
        for seed in 1...UInt64(seeds) {
            let history = Self.history(seed, cache: .cache())
            var run = DryRun(baseURL: Users.api, policies: history.policies) { try history.server.answer($0) }
            for step in history.steps { _ = try run.load(step) }
            let wrong = history.violations.withLock { $0 } + Self.violations(in: run.cache.entries.map { ($0, $1) })
            try #require(wrong == [], "seed \(seed)")
            stored += run.cache.entries.count
        }
        #expect(stored > seeds, "\(stored) responses are stored")
    }

    @Test func `live, whatever happens meanwhile, what is stored is served to whom it was sent for`() async throws {
        for seed in 1...UInt64(Effort.size(reduced: 8, usual: 100, full: 5_000)) {
            let store = KeepingCache()
            let history = Self.history(seed, cache: .cache(in: store))
            let webservice = Webservice(
                baseURL: Users.api, policies: history.policies,
                transport: StubTransport { try history.server.answer($0) })
            for step in history.steps { _ = try await webservice.load(step) }
            let wrong = history.violations.withLock { $0 } + Self.violations(in: store.all)
            try #require(wrong == [], "seed \(seed)")
        }
    }
}

/// A store that remembers every entry it had.
private struct KeepingCache: CacheStore {
    private let base = MemoryCache()
    private let kept = Locked<[(CacheKey, CacheEntry)]>([])

    var all: [(CacheKey, CacheEntry)] { kept.withLock { $0 } }

    func entry(for key: CacheKey) async -> CacheEntry? { await base.entry(for: key) }

    func update(_ key: CacheKey, _ change: @Sendable (CacheEntry?) -> CacheEntry?) async {
        await base.update(key, change)
        if let entry = await base.entry(for: key) { kept.withLock { $0.append((key, entry)) } }
    }

    func remove(_ selection: CacheSelection) async { await base.remove(selection) }
}
