import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// Machines with a cache of their own each, behind one nginx that caches for all of them.
///
/// One after the other: they share the origin's port. Each has paths of its own.
@Suite(.permit, .needsServers, .serialized) struct NginxSharedCacheTests {
    private let path = "\(UInt64.random(in: 0 ... .max))"

    /// A program on some machine: it shares nothing with others but nginx.
    private func machine(_ policies: [Policy] = [.cache()]) -> Webservice {
        Webservice(
            baseURL: URL(string: Servers.sharedCache), policies: policies, transport: CurlTransport())
    }

    private func origin(_ respond: @escaping @Sendable (Request) throws -> Response) throws -> LoopbackServer {
        try LoopbackServer(port: Servers.originPort) { .response(try respond($0)) }
    }

    /// The fields of a response that was made some seconds ago.
    private func fields(_ cacheControl: String, tag: String = "\"1\"", madeBefore age: Double = 0) -> HeaderFields {
        let date = HTTPDate.text(of: Date(timeIntervalSinceNow: -age)) ?? ""
        return ["Cache-Control": cacheControl, "ETag": tag, "Date": date]
    }

    /// Loads again and again what is stored in nginx, until it is no longer fresh there.
    private func responseWhenStale() async throws -> Response {
        let webservice = machine([])
        for _ in 0..<200 {
            let response = try await webservice.load(echo(path))
            if response.headerFields["X-Cache-Status"] != "HIT" { return response }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw NeverStale()
    }

    private struct NeverStale: Error {}

    @Test func `two machines cost the origin one request, and each of them asks nginx once`() async throws {
        let origin = try origin { _ in Response(headerFields: fields("max-age=60"), body: Data("shared".utf8)) }
        let machines = [machine(), machine()]
        var statuses: [String?] = []
        for webservice in machines + machines {
            let response = try await webservice.load(echo(path))
            #expect(response.body == Data("shared".utf8))
            statuses.append(response.cacheStatus?.source == .hit ? "own" : response.headerFields["X-Cache-Status"])
        }
        #expect(statuses == ["MISS", "HIT", "own", "own"])
        #expect(origin.requests.count == 1)
    }

    @Test func `sixty machines that ask at once cost the origin one request`() async throws {
        let origin = try origin { _ in
            Thread.sleep(forTimeInterval: 0.3)
            return Response(headerFields: fields("max-age=60"), body: Data("shared".utf8))
        }
        let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<60 {
                let webservice = machine()
                group.addTask { try await webservice.load(echo(path)).body }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies == Array(repeating: Data("shared".utf8), count: 60))
        #expect(origin.requests.count == 1)
    }

    @Test func `what is stale in nginx is confirmed by the origin with a 304`() async throws {
        let origin = try origin { request in
            let isAsked = request.headerFields["If-None-Match"] != nil
            return Response(
                status: isAsked ? 304 : 200, headerFields: fields("max-age=1"),
                body: isAsked ? Data() : Data("shared".utf8))
        }
        let first = try await machine().load(echo(path))
        #expect(first.headerFields["X-Cache-Status"] == "MISS")
        let response = try await responseWhenStale()
        #expect(response.headerFields["X-Cache-Status"] == "REVALIDATED")
        #expect(response.status == 200 && response.body == Data("shared".utf8))
        // nginx doesn't take the new Date of a 304: machines believe it older than it is, never younger.
        #expect(response.headerFields["Date"] == first.headerFields["Date"])
        #expect(origin.requests.map { $0.headerFields["If-None-Match"] } == [nil, "\"1\""])
    }

    @Test func `nginx confirms with a 304 what a machine has, and the origin is not asked`() async throws {
        let origin = try origin { _ in Response(headerFields: fields("max-age=60"), body: Data("shared".utf8)) }
        let webservice = machine()
        _ = try await webservice.load(echo(path))
        let response = try await webservice.load(echo(path).validated())
        #expect(response.cacheStatus?.source == .validated && response.body == Data("shared".utf8))
        #expect(response.headerFields["X-Cache-Status"] == "HIT")
        #expect(origin.requests.count == 1)
    }

    @Test func `a response is as old as it is, not as young as nginx's answer`() async throws {
        let origin = try origin { _ in Response(headerFields: fields("max-age=60", madeBefore: 45)) }
        _ = try await machine().load(echo(path))
        let second = machine()
        _ = try await second.load(echo(path))
        let age = try #require(try await second.load(echo(path)).cacheStatus?.age)
        #expect(age >= .seconds(44) && age < .seconds(60))
        #expect(origin.requests.count == 1)
    }

    @Test(arguments: ["private, max-age=60", "no-store", "no-cache", "max-age=0"])
    func `what is private, or not to be stored, is not shared`(cacheControl: String) async throws {
        let count = Locked(0)
        let origin = try origin { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return Response(headerFields: fields(cacheControl), body: Data("\(number)".utf8))
        }
        let (first, second) = (machine(), machine())
        #expect(try await first.load(echo(path)).body == Data("1".utf8))
        #expect(try await second.load(echo(path)).body == Data("2".utf8))
        // A machine's own cache may keep what is private.
        let again = try await first.load(echo(path))
        #expect((again.body == Data("1".utf8)) == cacheControl.hasPrefix("private"))
        #expect(origin.requests.count == (cacheControl.hasPrefix("private") ? 2 : 3))
    }

    @Test func `what signs somebody in is not shared`() async throws {
        let origin = try origin { _ in
            var fields = fields("max-age=60")
            fields["Set-Cookie"] = "session=1"
            return Response(headerFields: fields)
        }
        for _ in 0..<2 { #expect(try await machine().load(echo(path)).headerFields["X-Cache-Status"] == "MISS") }
        #expect(origin.requests.count == 2)
    }

    @Test func `a user's response goes to no other user and to no anonymous load, whatever the origin says`()
        async throws
    {
        let origin = try origin { request in
            let user = request.headerFields["Authorization"] ?? request.headerFields["Cookie"] ?? "nobody"
            return Response(headerFields: fields("public, max-age=60"), body: Data(user.utf8))
        }
        let base = try #require(URL(string: Servers.sharedCache))
        let ada = machine([.basic(user: "ada", password: "1", for: base), .cache()])
        let bob = machine([.basic(user: "bob", password: "2", for: base), .cache()])
        let cookie = echo(path, headerFields: ["Cookie": "session=3"])
        let bodies = [
            try await ada.load(echo(path)).body, try await bob.load(echo(path)).body,
            try await machine().load(cookie).body, try await machine().load(echo(path)).body,
        ]
        #expect(Set(bodies).count == 4)
        #expect(bodies.last == Data("nobody".utf8))
        // Nor the other way round: what nobody's request has put there is not for users.
        let later = try await machine([.basic(user: "eve", password: "4", for: base)]).load(echo(path))
        #expect(later.headerFields["X-Cache-Status"] == "BYPASS" && !bodies.contains(later.body))
        #expect(origin.requests.count == 5)
    }

    @Test func `what is stale is given at once, and renewed behind the scenes`() async throws {
        let (count, mayAnswer) = (Locked(0), DispatchSemaphore(value: 0))
        let origin = try origin { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number > 1 { mayAnswer.wait() }
            return Response(
                headerFields: fields("max-age=1, stale-while-revalidate=60", tag: "\"\(number)\""),
                body: Data("\(number)".utf8))
        }
        _ = try await machine().load(echo(path))
        // The origin does not answer yet, so this can only be what was stored.
        let stale = try await responseWhenStale()
        #expect(stale.body == Data("1".utf8) && stale.headerFields["X-Cache-Status"] == "STALE")
        for _ in 0..<9 { mayAnswer.signal() }
        var body = stale.body
        for _ in 0..<200 where body == stale.body {
            try await Task.sleep(for: .milliseconds(20))
            body = try await machine().load(echo(path)).body
        }
        #expect(body == Data("2".utf8))
        origin.stop()
    }

    @Test(arguments: [true, false]) func `an origin that is gone is made up for when it has allowed that`(
        isAllowed: Bool
    ) async throws {
        let control = isAllowed ? "max-age=1, stale-if-error=60" : "max-age=1"
        let origin = try origin { _ in Response(headerFields: fields(control), body: Data("shared".utf8)) }
        _ = try await machine().load(echo(path))
        origin.stop()
        let response = try await responseWhenStale()
        #expect(response.status == (isAllowed ? 200 : 502))
        #expect(response.headerFields["X-Cache-Status"] == (isAllowed ? "STALE" : "EXPIRED"))
    }

    @Test func `variants are kept apart`() async throws {
        let origin = try origin { request in
            var fields = fields("max-age=60")
            fields["Vary"] = "Accept-Language"
            return Response(headerFields: fields, body: Data((request.headerFields["Accept-Language"] ?? "").utf8))
        }
        for language in ["en", "de", "en", "de"] {
            let resource = echo(path, headerFields: ["Accept-Language": language])
            #expect(try await machine().load(resource).body == Data(language.utf8))
        }
        #expect(origin.requests.count == 2)
    }
}
