import Foundation
import ResourcefulTesting

/// What is loaded: an object with the usual kinds of members.
struct Article: Codable, Sendable {
    let number: Int
    let title: String
    let summary: String
    let duration: Double
    let isExplicit: Bool
    let tags: [String]

    init(number: Int, summary: String) {
        (self.number, self.summary) = (number, summary)
        (title, duration, isExplicit) = ("Parsing is a pure function", 1834.25, false)
        tags = ["swift", "networking", "functions"]
    }

    init(json: JSON) throws {
        number = try json.number.int
        title = try json.title.string
        summary = try json.summary.string
        duration = try json.duration.double
        isExplicit = try json.isExplicit.bool
        tags = try json.tags.array { try $0.string }
    }
}

/// The same values each time, so that the same instructions are counted.
enum Samples {
    static let number = 4_211
    static let url = URL(string: "http://example.org/article.json")!

    private static let sentence = "a resource is a request and a function that reads what the server answers, "
    static let object = encoded(Article(number: number, summary: String(repeating: sentence, count: 11)))
    static let list = encoded((0..<100).map { Article(number: $0, summary: sentence) })
    static let lines = Data(
        (0..<100).map { encoded(Article(number: $0, summary: sentence)) + Data("\n".utf8) }.joined())

    private static func encoded(_ value: some Encodable) -> Data { (try? JSON.Encoder().encode(value)) ?? Data() }

    private static let fields: KeyValuePairs<HeaderFields.Name, String> = [
        "Server": "nginx/1.22.1", "Date": "Sat, 21 Nov 2026 14:00:00 GMT",
        "Content-Type": "application/json; charset=utf-8", "ETag": "\"5f3c-1b2a3c4d5e6f7\"",
        "Last-Modified": "Fri, 20 Nov 2026 09:12:44 GMT", "Cache-Control": "public, max-age=300",
        "Vary": "Accept-Encoding", "Accept-Ranges": "bytes",
    ]

    /// The object of 1 KB with eight fields.
    static let response = Response(
        headerFields: HeaderFields(fields.compactMap { try? HeaderFields.Field($0.key, $0.value) }), body: object)

    /// Makes and reads eight fields. Returns how many are as they must be.
    static func readFields() throws -> Int {
        let made = HeaderFields(try fields.map { try HeaderFields.Field($0.key, $0.value) })
        let isRead =
            made.contentType?.isJSON == true && made.eTag != nil && made.lastModified != nil && made.date != nil
            && made["cache-control"] != nil && made["Set-Cookie"] == nil
        return isRead ? made.count : 0
    }

    private static let template = try? URITemplate("https://example.org/users/{user}/articles{?page,sort,tags*}")

    /// Expands a template and writes a form. Returns how long both are.
    static func writeTexts() throws -> Int {
        let text = try template?.expand([
            "user": "Ada Example", "page": 4, "sort": "newest first", "tags": ["swift", "networking"],
        ])
        let form = try Body.form([("name", "Ada Example"), ("title", "Plans & policies"), ("page", "4")]).encoded()
        return (text?.utf8.count ?? 0) + form.count
    }
}
