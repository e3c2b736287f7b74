import Foundation
import ResourcefulDisk
import ResourcefulTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What is loaded: some articles as JSON.
struct Article: Codable, Sendable {
    let id: Int
    let title: String
    let tags: [String]

    /// About so many bytes of them.
    static func json(_ count: Int) -> Data {
        let one = Article(id: 12_345, title: "What a cache is good for, and what it is not", tags: ["cache", "http"])
        let size = (try? JSONEncoder().encode(one).count) ?? 1
        return (try? JSONEncoder().encode(Array(repeating: one, count: max(1, count / size)))) ?? Data()
    }
}

/// From `load` to the value, the response being in a store; and the parsing alone, which is a part of it.
func loads(_ count: Int, in folder: URL) async -> [Contender] {
    let body = Article.json(count)
    let url = URL(string: "http://127.0.0.1:1/articles.json")!
    let fields: HeaderFields = [
        "Date": "Sat, 21 Nov 2026 14:00:00 GMT", "Content-Type": "application/json; charset=utf-8",
        "Content-Length": "\(body.count)", "ETag": "\"5f3c-1b2a3c4d5e6f7\"", "Vary": "Accept-Encoding",
        "Server": "nginx",
    ]
    let server = StubTransport { _ in Response(headerFields: fields, body: body) }
    let typed = Resource<[Article]>(json: url)
    let bytes = Resource(url: url) { $0 }
    let memory = Webservice(policies: [.cache(for: .seconds(86_400))], transport: server)
    let disk = Webservice(
        policies: [.cache(in: DiskCache(folder: folder), Caching(lifetime: .seconds(86_400)))], transport: server)
    return [
        Contender(name: "parse, typed") { _ in (try? typed.parse(body).count) ?? 0 },
        Contender(name: "load from memory, typed") { _ in (try? await memory.load(typed).count) ?? 0 },
        Contender(name: "load from disk, typed") { _ in (try? await disk.load(typed).count) ?? 0 },
        Contender(name: "load from memory, bytes") { _ in (try? await memory.load(bytes).count) ?? 0 },
        Contender(name: "load from disk, bytes") { _ in (try? await disk.load(bytes).count) ?? 0 },
        cachedByURLSession(url, body),
    ]
}

/// URLSession, told to answer from a URLCache in which the response was put by hand: on Linux it stores nothing itself.
func cachedByURLSession(_ url: URL, _ body: Data) -> Contender {
    let configuration = URLSessionConfiguration.ephemeral
    let cache = URLCache(memoryCapacity: 64 << 20, diskCapacity: 0, diskPath: nil)
    configuration.urlCache = cache
    configuration.requestCachePolicy = .returnCacheDataDontLoad
    let fields = ["Content-Type": "application/json", "Cache-Control": "max-age=86400"]
    if let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: fields) {
        cache.storeCachedResponse(CachedURLResponse(response: response, data: body), for: URLRequest(url: url))
    }
    let session = URLSession(configuration: configuration)
    return Contender(name: "URLSession from URLCache") { _ in
        (try? await session.data(for: URLRequest(url: url)).0.count) ?? 0
    }
}
