import Foundation
import Resourceful
import ResourcefulIdentity
import ResourcefulTesting
import Testing

// The snippets of "Caching" about one load, word for word, compiled and run.
private struct Episode: Codable, Equatable, Sendable {
    let title: String

    static let all = Resource<[Episode]>(json: "https://example.org/episodes.json")
}

private struct Draft: Encodable, Sendable {
    let title: String
}

private struct Issue: Decodable, Equatable, Sendable {
    let number: Int
}

private extension Issue {
    /// Opens an issue, and removes every stored page of the list.
    static func opening(_ draft: Draft) -> Plan<Issue> {
        Resource<Issue>(json: "issues").posting(draft).flatMap { issue in
            Plan.removeCached(.under(URL(string: "issues")!)).map { issue }
        }
    }
}

/// A server with a list that may change. It confirms an unchanged list with a 304.
private final class Server {
    var title = "Values"
    var cacheControl = "max-age=60"

    func respond(_ request: Request) throws -> Response {
        let tag = "\"\(title)\""
        let fields: HeaderFields = ["Cache-Control": cacheControl, "ETag": tag]
        if request.headerFields["If-None-Match"] == tag { return Response(status: 304, headerFields: fields) }
        return Response(headerFields: fields, body: Data(#"[{"title":"\#(title)"}]"#.utf8))
    }
}

@Suite(.permit) struct CachingSnippetTests {
    @Test func `one word caches all loads, or one`() async throws {
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Cache-Control": "max-age=3600"], body: Data("[]".utf8))
        }
        defer { server.stop() }
        let url = server.baseURL
        let all = Resource<[Episode]>(json: "episodes.json")

        let webservice = Webservice(baseURL: url, policies: [.cache()])

        #expect(try await webservice.load(all) == (try await webservice.load(all)))
        #expect(server.requests.count == 1)
        let plain = Webservice(baseURL: url)
        for _ in 0..<2 { _ = try await plain.load(all.cached()) }
        #expect(server.requests.count == 2)
        _ = try await plain.load(all)
        #expect(server.requests.count == 3)
    }

    @Test func `you can set the lifetime`() throws {
        let search = Resource<[Episode]>(
            url: URL(string: "https://example.org/search")!, method: .post, body: .json(["title": "Values"]),
            parse: { try Episode.all.parse($0) })

        let forThreeMinutes = Episode.all.cached(for: .seconds(180))
        let found = search.cached(for: .seconds(180))

        var run = DryRun { _ in Response(headerFields: ["Cache-Control": "no-store"], body: Data("[]".utf8)) }
        for _ in 0..<3 {
            _ = try run.load(forThreeMinutes)
            _ = try run.load(found)
            try run.load(Plan.wait(for: .seconds(50)))
        }
        #expect(run.requests.count == 2)
    }

    @Test func `updates are the stored value, then the new one`() async throws {
        let server = try LoopbackServer { _ in Response(headerFields: ["ETag": "\"1\""], body: Data("[]".utf8)) }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL)
        let all = Resource<[Episode]>(json: "episodes.json")
        var shown: [Bool] = []
        func show(_ episodes: [Episode], isOld: Bool) { shown.append(isOld) }

        for try await update in webservice.updates(of: all.cached()) {
            show(update.value, isOld: !update.status.isFresh)
            print("\(update.value.count) episodes, \(update.status)")
        }

        for try await update in webservice.updates(of: all.cached()) {
            show(update.value, isOld: !update.status.isFresh)
            #expect(update.repeatsValue == (update.status.source == .server))
        }
        #expect(shown == [false, true, false])
        #expect(server.requests.count == 2)
    }

    @Test func `a stale value is shown if the server fails`() throws {
        let latest = Episode.all.cached(for: .seconds(60), staleWhileRevalidating: .seconds(600))
        let robust = Episode.all.cached(for: .seconds(60), staleIfError: .seconds(86_400))
        let all = Policy.cache(Caching(staleIfError: .seconds(86_400)))

        for (resource, policies) in [(latest, []), (robust, []), (Episode.all, [all])] {
            let server = Server()
            var isDown = false
            var run = DryRun(policies: policies) { request in
                if isDown { throw TransportError(.cannotConnect, "down") }
                return try server.respond(request)
            }
            let first = try run.load(resource)
            try run.load(Plan.wait(for: .seconds(100)))
            isDown = true
            #expect(try run.load(resource) == first)
        }
    }

    @Test func `a load can choose how it uses the cache`() throws {
        let pulled = Episode.all.refreshed()
        let certain = Episode.all.validated()
        let offline = Episode.all.onlyIfCached()
        let untouched = Episode.all.uncached()

        var run = DryRun(policies: [.cache()], Server().respond)
        #expect(throws: LoadError.self) { try run.load(offline) }
        #expect(run.requests.isEmpty)
        for resource in [Episode.all, pulled, certain, offline, untouched] { _ = try run.load(resource) }
        #expect(run.requests.map { $0.headerFields.contains("If-None-Match") } == [false, false, true, false])
    }

    @Test func `stored responses can be removed`() async throws {
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Cache-Control": "max-age=3600"], body: Data("[]".utf8))
        }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL, policies: [.cache()])
        let all = Resource<[Episode]>(json: "episodes/all.json")
        let lastWeek = Date(timeIntervalSinceNow: -7 * 86_400)
        func load() async throws -> Int {
            _ = try await webservice.load(all)
            return server.requests.count
        }
        #expect(try await load() == 1)
        await webservice.removeCached(.receivedBefore(lastWeek))
        #expect(try await load() == 1)
        for (count, selection) in [(2, .all), (3, .under(URL(string: "episodes")!))] as [(Int, CacheSelection)] {
            await webservice.removeCached(selection)
            #expect(try await load() == count)
        }

        await webservice.removeCached(all)
        await webservice.removeCached(.under(URL(string: "episodes")!))
        await webservice.removeCached(.receivedBefore(lastWeek))
        await webservice.removeCached(.all)

        #expect(try await load() == 4)
    }

    @Test func `a list is removed after a change`() throws {
        var run = DryRun(baseURL: URL(string: "https://api.example.org/v3")!, policies: [.cache()]) { request in
            Response(
                headerFields: ["Cache-Control": "max-age=60"],
                body: Data((request.method == .post ? #"{"number": 3}"# : "[]").utf8))
        }
        let page = Resource<[JSON]>(json: "issues?per_page=2")
        for _ in 0..<2 { _ = try run.load(page) }
        #expect(run.requests.count == 1)
        #expect(try run.load(Issue.opening(Draft(title: "Typo"))) == Issue(number: 3))
        _ = try run.load(page)
        #expect(run.requests.map(\.method) == [.get, .post, .get])
    }

    @Test func `ignored query items don't change the key`() throws {
        let policy = Policy.cache(Caching(ignoresQueryOrder: true, ignoredQueryItems: ["utm_source"]))

        var run = DryRun(policies: [policy], Server().respond)
        for query in ["a=1&b=2", "b=2&a=1", "a=1&utm_source=mail&b=2", "a=2&b=2"] {
            _ = try run.load(Resource(url: URL(string: "https://example.org/?\(query)")!) { $0 })
        }
        #expect(run.requests.count == 2)
    }

    @Test func `each user has separate responses`() throws {
        let api = URL(string: "https://example.org")!
        var cache = CacheModel()
        for user in ["ada", "bob", "ada", "bob"] {
            let policies: [Policy] = [.cache(), .retry(), .basic(user: user, password: "sesame", for: api)]
            var run = DryRun(policies: policies) { request in
                Response(
                    headerFields: ["Cache-Control": "max-age=60"],
                    body: Data((request.headerFields["Authorization"] ?? "").utf8))
            }
            run.cache = cache
            let body = try run.load(Resource(url: api) { $0 })
            #expect(body == Data("Basic \(Data("\(user):sesame".utf8).base64EncodedString())".utf8))
            cache = run.cache
        }
        #expect(cache.entries.count == 2)
    }

    @Test func `cookies of a load balancer are no users`() async throws {
        let server = try LoopbackServer { _ in
            let cookie = "AWSALB=\(UInt64.random(in: 0 ... .max)); Path=/"
            return Response(headerFields: ["Cache-Control": "max-age=60", "Set-Cookie": "\(cookie)"])
        }
        let api = server.baseURL
        let balanced = Webservice(
            baseURL: api, policies: [.cache(), .cookies(ignoredByCaches: ["AWSALB", "AWSALBCORS"])])
        for _ in 0..<3 { _ = try await balanced.load(Resource(url: URL(string: "me")!) { $0 }) }
        #expect(server.requests.count == 1)
    }

    @Test func `equal loads are sent once, unless one asks to be sent alone`() throws {
        let url = URL(string: "https://example.org/now")!
        let now = Resource(url: url) { $0 }
        var run = DryRun { _ in Response() }
        _ = try run.load(zip(now, now))
        #expect(run.requests.count == 1)

        let mine = now.alone()

        _ = try run.load(zip(mine, mine))
        #expect(run.requests.count == 3)
    }
}
