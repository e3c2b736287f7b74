import ResourcefulPages
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is stored of a plan or of pages, then what is new.
struct PlanUpdatesTests {
    private static let base = URL(string: "https://example.org/api")!
    private static let first = Resource<Int>(json: URL(string: "first")!)
    private static func second(_ number: Int) -> Resource<Int> { Resource(json: URL(string: "second/\(number)")!) }
    private static let plan = first.flatMap { second($0) }
    private static let pages = Paged(Resource<[Int]>(json: URL(string: "list")!), next: .link)

    /// A server whose responses are stale at once, and of which each path has a number.
    private final class Server: Sendable {
        let numbers = Locked<[String: String]>(["first": "1", "second/1": "10", "second/2": "20"])
        let isDown = Locked(false)
        let sent = Locked<[String]>([])
        /// The beginning of the paths whose requests are answered with 503.
        let down = Locked<String?>(nil)

        func set(_ path: String, _ text: String) { numbers.withLock { $0[path] = text } }

        func answer(_ request: Request) throws -> Response {
            let path = String(request.url.absoluteString.dropFirst("https://example.org/api/".count))
            sent.withLock { $0.append("\(request.method) \(path)") }
            if isDown.withLock({ $0 }) { throw TransportError(.cannotConnect) }
            if let down = down.withLock({ $0 }), path.hasPrefix(down) { return Response(status: 503) }
            let text = numbers.withLock { $0[path] } ?? "0"
            var fields: HeaderFields = ["Cache-Control": "max-age=0", "ETag": "\"\(text)\""]
            if path == "list" { fields["Link"] = "</api/list?page=2>; rel=\"next\"" }
            let isSame = request.headerFields["If-None-Match"] == "\"\(text)\""
            return Response(status: isSame ? 304 : 200, headerFields: fields, body: Data((isSame ? "" : text).utf8))
        }

        func run(_ policies: [Policy] = [.cache()]) -> DryRun {
            DryRun(baseURL: base, policies: policies) { try self.answer($0) }
        }

        var webservice: Webservice {
            Webservice(baseURL: base, policies: [.cache()], transport: StubTransport { try self.answer($0) })
        }
    }

    private static func texts<Value>(_ updates: [LoadUpdate<Value>]) -> [String] {
        updates.map { "\($0.value) \($0.status.source)\($0.repeatsValue ? " again" : "")" }
    }

    @Test func `a plan whose requests are all stored has a stored value, then a new one`() throws {
        let server = Server()
        var run = server.run()
        #expect(Self.texts(try run.updates(of: Self.plan)) == ["10 server"])
        try run.load(Plan.wait(for: .seconds(5)))
        let updates = try run.updates(of: Self.plan)
        #expect(Self.texts(updates) == ["10 hit", "10 validated again"], "the server says 304 twice")
        #expect(updates.last?.status.isFresh == true, "although its lifetime is 0")
        #expect(updates[0].status == CacheStatus(.hit, age: .seconds(5), isFresh: false))
        #expect(run.requests.count == 4)
        server.set("first", "2")
        #expect(Self.texts(try run.updates(of: Self.plan)) == ["10 hit", "20 server"])
        server.isDown.withLock { $0 = true }
        var shown: [Int] = []
        #expect(throws: LoadError.self) { try run.updates(of: Self.plan) { shown.append($0.value) } }
        #expect(shown == [20], "the stored value, then the error")
    }

    @Test func `a plan whose second request isn't stored has no stored value, and nothing replaces it`() throws {
        let server = Server()
        var run = server.run()
        #expect(try run.load(Self.first) == 1)
        let recovering = Self.first.flatMap { number in Self.second(number).recover { _ in Plan.value(-1) } }
        let updates: [Plan<Int>] = [
            Self.plan, recovering, zip(Self.first, Self.second(1)).map { $1 },
            Self.first.flatMap { Self.second($0).uncached() },
        ]
        for plan in updates {
            run.cache = CacheModel()
            _ = try run.load(Self.first)
            #expect(Self.texts(try run.updates(of: plan)) == ["10 server"])
        }
        let posted = Self.first.flatMap { Self.second($0).method(.post) }
        server.sent.withLock { $0 = [] }
        for _ in 1...2 { #expect(Self.texts(try run.updates(of: posted)) == ["10 server"]) }
        #expect(
            server.sent.withLock { $0.count { $0 == "POST second/1" } } == 2, "an unsafe request is sent once a loop")
    }

    @Test func `for a plan of one request, it equals the updates of the resource`() throws {
        for seed in 1...UInt64(Effort.size(reduced: 20, usual: 100, full: 1_000)) {
            var numbers = SeededNumbers(seed: seed)
            let modes: [Resource<Int>] = [
                Self.first, Self.first.uncached(), Self.first.validated(), Self.first.refreshed(),
                Self.first.cached(for: .seconds(30)), Self.first.onlyIfCached(),
            ]
            let resource = modes.randomElement(using: &numbers)!
            let (one, other) = (Server(), Server())
            var (left, right) = (one.run(), other.run())
            for _ in 0..<8 {
                let text = ["1", "2", "\"x\""].randomElement(using: &numbers)!
                let isDown = Int.random(in: 0..<4, using: &numbers) == 0
                for server in [one, other] {
                    server.set("first", text)
                    server.isDown.withLock { $0 = isDown }
                }
                let time = Duration.seconds(Int.random(in: 0...40, using: &numbers))
                try left.load(Plan.wait(for: time))
                try right.load(Plan.wait(for: time))
                let plan = resource.flatMap { Plan.value($0) }
                #expect(Self.outcome(of: resource, in: &left) == Self.outcome(of: plan, in: &right), "seed \(seed)")
                #expect(left.requests == right.requests, "seed \(seed)")
            }
        }
    }

    private static func outcome(of loadable: some Loadable<Int>, in run: inout DryRun) -> [String] {
        var shown: [String] = []
        do {
            try run.updates(of: loadable) { shown.append("\($0.value) \($0.status)") }
        } catch {
            shown.append("\(error)")
        }
        return shown
    }

    @Test func `pages that are stored come first, then what has changed in one of them`() async throws {
        let server = Server()
        server.set("list", "[1, 2]")
        server.set("list?page=2", "[3]")
        let webservice = server.webservice
        func updates() async throws -> [[Int]] {
            var shown: [[Int]] = []
            for try await update in webservice.updates(of: Self.pages) { shown.append(update.value) }
            return shown
        }
        #expect(try await updates() == [[1, 2, 3]])
        #expect(try await updates() == [[1, 2, 3], [1, 2, 3]])
        server.set("list?page=2", "[3, 4]")
        #expect(try await updates() == [[1, 2, 3], [1, 2, 3, 4]])
        server.isDown.withLock { $0 = true }
        var shown: [[Int]] = []
        await #expect(throws: LoadError.self) {
            for try await update in webservice.updates(of: Self.pages) { shown.append(update.value) }
        }
        #expect(shown == [[1, 2, 3, 4]])
    }

    /// Returns the updates of a loadable, live and in a dry run, which are the same.
    private static func updates<Value: Sendable>(
        of loadable: some Loadable<Value>, in run: inout DryRun, _ webservice: Webservice
    ) async throws -> [String] {
        var live: [LoadUpdate<Value>] = []
        for try await update in webservice.updates(of: loadable) { live.append(update) }
        let texts = texts(try run.updates(of: loadable))
        #expect(Self.texts(live) == texts)
        return texts
    }

    @Test func `a stale value that the server confirms comes again with a fresh status, and only then`() async throws {
        let server = Server()
        server.set("list", "[1, 2]")
        server.set("list?page=2", "[3]")
        let caching = Caching(staleIfError: .seconds(600))
        var run = server.run([.cache(caching)])
        let webservice = Webservice(
            baseURL: Self.base, policies: [.cache(caching)], transport: StubTransport { try server.answer($0) })
        let (first, list) = (Self.first, Self.pages)
        #expect(try await Self.updates(of: first, in: &run, webservice) == ["1 server"])
        #expect(try await Self.updates(of: Self.plan, in: &run, webservice) == ["10 server"])
        #expect(try await Self.updates(of: list, in: &run, webservice) == ["[1, 2, 3] server"])
        for _ in 1...2 {
            #expect(try await Self.updates(of: first, in: &run, webservice) == ["1 hit", "1 validated again"])
            #expect(try await Self.updates(of: Self.plan, in: &run, webservice) == ["10 hit", "10 validated again"])
            let pages = try await Self.updates(of: list, in: &run, webservice)
            // Their tags are malformed, so both pages are sent again.
            #expect(pages == ["[1, 2, 3] hit", "[1, 2, 3] server again"])
        }
        // What stands in for a server that fails confirms nothing, of a page either.
        for down in ["first", "list?page=2", ""] {
            server.down.withLock { $0 = down }
            let texts = try await Self.updates(of: first, in: &run, webservice)
            #expect(texts == (down.hasPrefix("list") ? ["1 hit", "1 validated again"] : ["1 hit"]))
            #expect(try await Self.updates(of: list, in: &run, webservice).count == (down == "first" ? 2 : 1))
        }
        server.down.withLock { $0 = nil }
        server.set("list?page=2", "[4]")
        #expect(try await Self.updates(of: list, in: &run, webservice) == ["[1, 2, 3] hit", "[1, 2, 4] server"])
    }

    @Test func `no account is shown what is stored for another`() async throws {
        let webservice = Server().webservice
        for account in [webservice.account("ada"), webservice.account("bob"), webservice] {
            var sources: [CacheStatus.Source] = []
            for try await update in account.updates(of: Self.plan) { sources.append(update.status.source) }
            #expect(sources == [.server])
        }
    }

    @Test func `a reader who is canceled gets the stored value alone, and the load has one end`() async throws {
        let ends = Locked<[LoadEnd]>([])
        let hangs = Locked(false)
        let server = Server()
        let webservice = Webservice(
            baseURL: Self.base, policies: [.cache()],
            observers: [
                LoadObserver { event in
                    if case .finished(let end) = event.kind { ends.withLock { $0.append(end) } }
                }
            ],
            transport: StubTransport { request in
                if hangs.withLock({ $0 }) { _ = try await hang() }
                return try server.answer(request)
            })
        _ = try await webservice.load(Self.plan)
        hangs.withLock { $0 = true }
        let shown = Locked<[Int]>([])
        let reader = Task {
            for try await update in webservice.updates(of: Self.plan) { shown.withLock { $0.append(update.value) } }
        }
        #expect(await eventually { shown.withLock { $0.count } == 1 })
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(shown.withLock { $0 } == [10])
        #expect(ends.withLock { $0.map(\.isCanceled) } == [false, true])
    }

    @Test func `a failing envelope comes after the stored value, and replaces nothing`() throws {
        let server = Server()
        server.set("first", #"{"code": 0, "data": 1}"#)
        server.set("second/1", #"{"code": 0, "data": 10}"#)
        var run = server.run([.cache(), .inside(Envelope())])
        #expect(Self.texts(try run.updates(of: Self.plan)) == ["10 server"])
        server.set("second/1", #"{"code": 7, "message": "no"}"#)
        for _ in 1...2 {
            var shown: [Int] = []
            #expect(throws: ServiceError.self) { try run.updates(of: Self.plan) { shown.append($0.value) } }
            #expect(shown == [10])
        }
    }

    @Test func `a run that other loads share is neither begun nor joined by what reads the store alone`() throws {
        var run = Server().run()
        let shared = Self.plan.shared(as: "numbers")
        let stored = shared.fromStore { _, _ in }.continuing { outcome in
            if case .failure(let error) = outcome, error is CancellationError {
                Plan.value(true)
            } else {
                .value(false)
            }
        }
        #expect(try run.load(zip(stored, shared)) == (true, 10))
        #expect(try run.load(zip(shared, stored)).0 == 10)
        #expect(Self.texts(try run.updates(of: shared)) == ["10 hit", "10 validated again"])
    }

    @Test func `a cache of the resource's own counts like that of the Webservice`() throws {
        let server = Server()
        let plan = Self.first.applying(.cache()).flatMap { number in
            Self.second(number).applying(.cache()).recover { _ in Plan.value(-1) }
        }
        var run = server.run([])
        _ = try run.load(Self.first.applying(.cache()))
        #expect(Self.texts(try run.updates(of: plan)) == ["10 server"], "the second isn't stored")
        #expect(Self.texts(try run.updates(of: plan)) == ["10 hit", "10 validated again"])
        server.set("first", "2")
        #expect(Self.texts(try run.updates(of: plan)) == ["10 hit", "20 server"])
    }

    @Test func `a retry outside the cache doesn't wait for what isn't stored`() throws {
        var run = Server().run([.retry(upTo: 3), .cache()])
        #expect(Self.texts(try run.updates(of: Self.plan)) == ["10 server"])
        #expect(throws: LoadError.self) { try run.load(Self.second(7).onlyIfCached()) }
        #expect(run.elapsed == .zero)
    }

    @Test func `a plan without requests has one value`() throws {
        var run = Server().run()
        #expect(try run.updates(of: Plan.value(7)).map(\.value) == [7])
        #expect(try run.updates(of: Plan.now.map { _ in 7 }).map(\.value) == [7])
        #expect(throws: LoadError.self) { try run.updates(of: Resource<Int>(json: URL(string: "../outside")!)) }
        #expect(run.requests.isEmpty)
    }
}
