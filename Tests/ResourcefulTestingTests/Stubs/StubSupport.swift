import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct Episode: Codable, Equatable, Sendable {
    var id: Int
    var title: String

    static let all = Resource<[Episode]>(json: URL(string: "episodes.json")!)
    static let found = Resource<[Episode]>(json: URL(string: "search.json?q=a%20b")!, at: "data.episodes")
    var media: Resource<[String: String]> { Resource(json: URL(string: "episodes/\(id).json")!) }

    static let two = [Episode(id: 1, title: "One"), Episode(id: 2, title: "Two")]
}

let api = URL(string: "https://example.org/api/")!

/// The text that a server answers to a request, or the error of the load.
func answer(
    _ server: StubServer, _ path: String, _ method: Request.Method = .get, fields: HeaderFields = [:],
    body: Body? = nil
) throws -> String {
    var run = DryRun(baseURL: api, server)
    return try run.load(text(path, method, fields: fields, body: body))
}

func text(
    _ path: String, _ method: Request.Method = .get, fields: HeaderFields = [:], body: Body? = nil
) -> Resource<String> {
    Resource(url: URL(string: path)!, method: method, headerFields: fields, body: body) {
        String(decoding: $0, as: UTF8.self)
    }
}
