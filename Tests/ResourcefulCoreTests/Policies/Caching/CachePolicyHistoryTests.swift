import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Any history of loads, changes of the server, steps of the clock and invalidations, and what RFC 9111 forbids in it.
struct CachePolicyHistoryTests {
    /// What the server has said, by the number that stands in each body: the model that knows nothing of caches.
    private struct Said {
        let path: String
        let user: String
        let language: String?
        var validated: Double
        let maxAge: Double?
        let isNoStore: Bool
        var needsValidation: Bool
    }

    private final class Server {
        var said: [Said] = []
        var versions: [String: Int] = [:]
        var changed: [String: Double] = [:]
        var time = 0.0
        var control = "max-age=10"
        var varies = false

        func respond(_ request: Request) -> Response {
            let path = request.url.path
            guard request.method == .get else {
                versions[path, default: 0] += 1
                changed[path] = time
                return Response(status: 204)
            }
            let user = request.headerFields["Authorization"] ?? ""
            let language = request.headerFields["Accept-Language"]
            let tag = "\"\(path) \(versions[path, default: 0]) \(user) \(varies ? language ?? "" : "")\""
            var fields: HeaderFields = ["Cache-Control": control, "ETag": tag.replacing(" ", with: "-")]
            if varies { fields["Vary"] = "Accept-Language" }
            if request.headerFields["If-None-Match"]?.contains(tag.replacing(" ", with: "-")) == true {
                return Response(status: 304, headerFields: fields)
            }
            let directives = control.split(separator: ", ")
            let ages = directives.filter { $0.hasPrefix("max-age=") }.compactMap { Double($0.dropFirst(8)) }
            said.append(
                Said(
                    path: path, user: user, language: varies ? language : nil, validated: time,
                    maxAge: ages.first,
                    isNoStore: directives.contains("no-store"), needsValidation: directives.contains("no-cache")))
            return Response(headerFields: fields, body: Data("\(said.count - 1)".utf8))
        }
    }

    private static let controls = [
        "max-age=10", "max-age=3", "no-store", "no-cache", "max-age=0", "max-age=10, must-revalidate", "private",
    ]

    @Test func `nothing is served that RFC 9111 forbids`() throws {
        let count = Effort.isReduced ? 8 : 40
        let hits = try (0..<UInt64(count)).map { try self.hits(seed: $0) }
        #expect(hits.reduce(0, +) > 6 * count, "a cache that serves nothing would pass, too")
    }

    /// How much is served in one history.
    private func hits(seed: UInt64) throws -> Int {
        var generator = SplitMix64(seed: seed)
        let server = Server()
        var run = DryRun(policies: [.cache()], server.respond)
        var hits = 0
        for _ in 0..<150 {
            try run.load(Plan.wait(for: .milliseconds(Int.random(in: 1...900, using: &generator))))
            server.time = run.elapsed / .seconds(1)
            let path = ["/a", "/b", "/c"].randomElement(using: &generator) ?? "/a"
            let url = URL(string: "http://example.org\(path)")!
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: server.control = Self.controls.randomElement(using: &generator) ?? ""
            case 1: server.varies.toggle()
            case 2: server.versions[path, default: 0] += 1
            case 3: _ = try run.load(Resource(url: url, method: .post) { $0.count })
            case 4: try run.load(Plan.wait(for: .seconds(Int.random(in: 0...6, using: &generator))))
            default:
                let user = ["Basic ann", "Basic bob"].randomElement(using: &generator)
                let language = ["de", "fr"].randomElement(using: &generator)
                let resource = Resource(url: url) { Int(String(decoding: $0, as: UTF8.self)) }
                    .header("Authorization", user).header("Accept-Language", language).withResponse
                let count = run.requests.count
                let (number, response) = try run.load(resource)
                let said = server.said[try #require(number)]
                #expect(said.path == path && said.user == user)
                #expect(said.language == nil || said.language == language, "of another variant")
                let isServed = run.requests.count == count
                #expect((response.cacheStatus?.source == .hit) == isServed)
                if isServed {
                    hits += 1
                    check(said, server, number: number, path: path)
                } else if response.cacheStatus?.source == .validated {
                    server.said[number ?? 0].validated = server.time
                    server.said[number ?? 0].needsValidation = server.control == "no-cache"
                    #expect(!said.isNoStore)
                }
            }
        }
        return hits
    }

    private func check(_ said: Said, _ server: Server, number: Int?, path: String) {
        #expect(!said.isNoStore, "stored though it must not be")
        #expect(!said.needsValidation, "not validated")
        // A later 304 may have said another lifetime: the longest that was ever said is a bound.
        #expect(server.time - said.validated < 10, "stale")
        if let changed = server.changed[path] { #expect(changed <= said.validated, "invalidated") }
    }
}
