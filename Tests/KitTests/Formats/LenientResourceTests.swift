import Foundation
import ResourcefulCore
import ResourcefulFormats
import ResourcefulLab
import Testing

private struct Post: Decodable, Equatable, Sendable {
    var id: Int
    var title: String?
}

private struct Entry: Decodable, Sendable { var id: Int }

private struct Page: Decodable, Sendable { let posts: Lossy<Entry> }

/// Lenient decoding with the other parts: resources, envelopes, lossy lists, and the sensitivity of a value.
struct LenientResourceTests {
    private let url = URL(string: "https://example.org/api/items")!

    @Test func `a lenient resource asks for JSON`() throws {
        var run = DryRun { _ in Response(body: Data(#"{"items": ["a"]}"#.utf8)) }
        let resource = Resource<Lenient<[String]>>(lenientJSON: url, at: "items")
        #expect(try run.load(resource).value == ["a"])
        #expect(run.requests.map { $0.headerFields["Accept"] } == ["application/json"])
    }

    @Test func `a lenient resource sends the request it was made with`() throws {
        let request = Request(
            url: url, method: .post, headerFields: ["X-Client": "1"], body: .data(Data("q".utf8))
        ).priority(.background)
        let resource = Resource<Lenient<[String]>>(lenientJSON: request)
        #expect("\(resource.request)" == "\(request)" && resource.method == Request.Method.post)
        #expect(resource.headerFields == request.headerFields && resource.request[Request.Priority.self] == .background)
        #expect(
            Resource<Lenient<[String]>>(lenientJSON: Request("a/{b}", ["b": "c d"])).url.relativeString == "a/c%20d")
    }

    @Test func `a repair says what was expected, found and used`() throws {
        struct Item: Decodable, Sendable { var isNew: Bool, count: Int, name: String, price: Double, absent: String }
        let read = try lenient(Item.self, #"{"isNew": "yes", "count": true, "name": 1.50, "price": "7"}"#)
        #expect(
            read.repairs.map(\.description) == [
                #"isNew: expected Bool, found the string "yes", used true"#, "count: expected Int, found true, used 1",
                #"name: expected String, found 1.50, used "1.50""#,
                #"price: expected Double, found the string "7", used 7.0"#,
                "absent: expected String, found nothing, used an empty string",
            ])
        let long = try lenient([String].self, "[\(String(repeating: "1", count: 200))]")
        #expect(long.repairs[0].used.hasSuffix("…") && long.repairs[0].used.count < 70 && long.value[0].count == 200)
    }

    @Test func `a lossy list within repairs its elements, and says which it leaves out`() throws {
        let text = Data(#"{"posts": [{"id": 1}, {"id": "x"}, null, 7, {"id": 5}, {}]}"#.utf8)
        let lenient = try JSON(parsing: text).decodeLeniently(Page.self).value.posts
        #expect(lenient.elements.map(\.id) == [1, 5, 0] && lenient.failures.map(\.index) == [1, 2, 3])
    }

    @Test func `a repair that lenient decoding makes doesn't change the value`() throws {
        let posts = #"[{"id": 1, "title": "One", "views": 3}, {"id": 2, "title": "Two", "views": 4}]"#
        let lenient = Resource<Lenient<[Post]>>(lenientJSON: Request("https://example.org/posts.json"))
        let report = try lenient.sensitivity(to: Data(posts.utf8))
        #expect(report["[].id"]?[.text] == .sameValue && report["[].id"]?[.anotherNumber] == .anotherValue)
        #expect(report["[].title"]?[.number] == .anotherValue)
        #expect(report["[].views"]?.need == .notRead)
    }

    @Test func `names of keys follow the decoder, and an unknown one is missing`() throws {
        struct Show: Decodable, Equatable { var runningTime: Int, _id: String, aURL: Int? }
        let text = #"{"_id": "a", "running_time": "5", "runningTime": 9, "a_url": 1}"#
        let snake = try lenient(Show.self, text, JSON.Decoder(keys: .convertFromSnakeCase))
        #expect(snake.value == Show(runningTime: 5, _id: "a", aURL: nil))
        #expect(try lenient(Show.self, text, JSON.Decoder(keys: .useDefaultKeys)).value.runningTime == 9)
        let paths = Locked<[[String]]>([])
        let custom = JSON.Decoder(
            keys: .custom { path in
                paths.withLock { $0.append(path.map(\.stringValue)) }
                return path.last!.stringValue == "b" ? Key("a") : Key("x")
            })
        // The key `a` has another name, so what has this name is the value of `b`.
        #expect(try lenient([[String: Int]].self, #"[{"a": 1, "b": 2}]"#, custom).value == [["a": 1, "b": 2]])
        struct Part: Decodable { var a: Int }
        #expect(try lenient([Part].self, #"[{"a": 1, "b": "2"}]"#, custom).value.map(\.a) == [2])
        #expect(try lenient([Part].self, #"[{"a": 1}]"#, custom).repairs.map(\.path) == [[0, "a"]])
        #expect(paths.withLock { $0 }.contains(["Index 0", "b"]))
    }

    @Test func `a failure names its place in the document, its type, and why`() throws {
        let json = try JSON(parsing: Data(#"{"data": {"list": [{"id": []}], "genre": "noise"}}"#.utf8))
        struct Whole: Decodable, Sendable { var list: [Post]; var genre: Genre }
        enum Genre: String, Decodable, Sendable { case talk }
        let inside = #expect(throws: ParseFailure.self) { try json.data.decodeLeniently(Whole.self) }
        #expect(inside?.path == "data.genre" && inside?.expected == "a valid value" && inside?.position?.line == 1)
        let root = #expect(throws: ParseFailure.self) { try json.data.genre.decodeLeniently(Genre.self) }
        #expect(root?.path == "data.genre" && root?.expected == "a valid Genre")
        #expect(root?.found.contains("invalid String value noise") == true)
        let missing = #expect(throws: ParseFailure.self) { try json.data.nowhere.decodeLeniently(Genre.self) }
        #expect(missing?.path == "data.nowhere" && missing?.kind == .missing)
    }
}

private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ key: String) { stringValue = key }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}
