import Foundation
import ResourcefulCurl
import ResourcefulDisk
import ResourcefulStreams
import ResourcefulTesting

/// One thing that programs do often.
struct Path: Sendable {
    /// A path had another outcome than it must have.
    struct Wrong: Error { let name: String }

    let name: String
    /// How often it runs: about ten million instructions.
    let count: Int
    /// What it must return.
    let outcome: Int
    let run: @Sendable () async throws -> Int

    init(_ name: String, count: Int, outcome: Int, _ run: @escaping @Sendable () async throws -> Int) {
        (self.name, self.count, self.outcome, self.run) = (name, count, outcome, run)
    }

    func check() async throws {
        let found = try await run()
        guard found == outcome else { throw Wrong(name: "\(name): \(found), not \(outcome)") }
    }
}

// Loads that no network delays.
extension Path {
    private static let typed = Resource<Article>(json: Samples.url)
    private static let bytes = Resource(url: Samples.url) { (data: Data) in data.count }

    static func withoutNetwork() throws -> [Path] {
        let (body, count) = (Samples.object, Samples.object.count)
        let webservice = Webservice(transport: FunctionTransport(body: body))
        let guarded = Webservice(policies: policies, transport: FunctionTransport(body: body))
        let stubbed = Webservice(transport: StubTransport(stubs))
        return [
            Path("parse an object of 1 KB", count: 500, outcome: Samples.number) { try typed.parse(body).number },
            Path("load from a function", count: 500, outcome: count) { try await webservice.load(bytes) },
            Path("load with retry, bearer and a rate limit", count: 100, outcome: count) {
                try await guarded.load(bytes)
            },
            Path("load from the last of 20 stubs", count: 400, outcome: count) { try await stubbed.load(bytes) },
            Path("fields of a response", count: 500, outcome: 8) { try Samples.readFields() },
            Path("URI template and form", count: 200, outcome: 150) { try Samples.writeTexts() },
        ]
    }

    static func caches(in folder: URL) -> [Path] {
        let transport = StubTransport { _ in Samples.response }
        let memory = Webservice(policies: [.cache(for: .seconds(86_400))], transport: transport)
        let disk = Webservice(
            policies: [.cache(in: DiskCache(folder: folder), Caching(lifetime: .seconds(86_400)))],
            transport: transport)
        let count = Samples.object.count
        return [
            Path("hit in memory", count: 500, outcome: count) { try await memory.load(bytes) },
            Path("hit on disk", count: 100, outcome: count) { try await disk.load(bytes) },
        ]
    }

    /// The object of 1 KB, from a server.
    static func curl(_ server: URL) -> Path {
        let webservice = Webservice(baseURL: server, transport: CurlTransport())
        let resource = Resource<Article>(json: "article.json")
        return Path("load 1 KB with libcurl", count: 1_000, outcome: Samples.number) {
            try await webservice.load(resource).number
        }
    }

    private static let policies: [Policy] = [
        .retry(),
        .bearer(for: Samples.url, token: Token("abc")) { _ in
            Resource(url: Samples.url) { _ in throw Wrong(name: "a token is not asked for") }
        },
        // So many that no load ever waits.
        .rateLimit(perSecond: 1e9, burst: 1_000_000),
    ]

    private static let stubs = StubServer(
        (1..<20).map { Stub($0 % 2 == 0 ? .get : .post, "/shelf\($0)/{id}.json") }
            + [Stub("/article.json").answers(.data(Samples.object))])
}

// JSON alone.
extension Path {
    static func json() throws -> [Path] {
        let (list, object, lines) = (Samples.list, Samples.object, StreamResource<Article>(jsonLines: Samples.url))
        let (decoder, encoder) = (JSON.Decoder(), JSON.Encoder())
        let articles = try decoder.decode([Article].self, from: list)
        return [
            Path("decode a list of 100 objects", count: 20, outcome: 100) {
                try decoder.decode([Article].self, from: list).count
            },
            Path("decode an object of 1 KB", count: 500, outcome: Samples.number) {
                try decoder.decode(Article.self, from: object).number
            },
            Path("read a list of 100 objects by hand", count: 40, outcome: 100) {
                try JSON(parsing: list).array(of: Article.init).count
            },
            Path("encode a list of 100 objects", count: 20, outcome: list.count) {
                try encoder.encode(articles).count
            },
            Path("decode 100 lines of JSON", count: 20, outcome: 100) {
                try lines.elements(in: Samples.lines).count
            },
        ]
    }
}

/// Answers at once, and keeps nothing of what it was asked.
struct FunctionTransport: Transport {
    let body: Data

    func send(_ request: Request) async throws -> Response { Response(body: body) }
}
