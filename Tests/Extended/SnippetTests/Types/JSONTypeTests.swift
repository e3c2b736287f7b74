import Foundation
import Resourceful
import ResourcefulFormats
import ResourcefulStreams
import ResourcefulTesting
import Testing

private typealias Episode = TypeModels.Episode

// The examples in the documentation of JSON's types, word for word, compiled and run.
@Suite(.permit) struct JSONTypeTests {
    private struct Published: Codable, Equatable {
        var title: String
        var publishedAt: Date
    }

    private let text = Data(#"{"title": "Values", "published_at": "2026-03-14T09:26:53Z"}"#.utf8)
    private let published = Published(title: "Values", publishedAt: Date(timeIntervalSince1970: 1_773_480_413))

    @Test func `a document is built and read`() throws {
        let json = try JSON(parsing: Data(#"{"episodes": [{"title": "Values"}]}"#.utf8))
        print(try json.episodes[0].title.string)  // Values
        let body: JSON = ["title": "Plans", "minutes": 31, "tags": ["swift"]]
        #expect(try json.episodes[0].title.string == "Values")
        #expect(try body.minutes.int == 31 && body.tags[0].string == "swift")
        let failure = #expect(throws: ParseFailure.self) { try json.episodes[1].title.string }
        #expect(failure?.path == ["episodes", 1])
    }

    @Test func `a decoder reads a type`() throws {
        let decoder = JSON.Decoder(dates: .iso8601, keys: .convertFromSnakeCase)
        let episode = try decoder.decode(Published.self, from: text)
        #expect(episode == published)
    }

    @Test func `an encoder writes a value`() throws {
        let episode = published
        let encoder = JSON.Encoder(dates: .iso8601, keys: .convertToSnakeCase, output: .sortedKeys)
        print(String(decoding: try encoder.encode(episode), as: UTF8.self))
        // {"published_at":"2026-03-14T09:26:53Z","title":"Values"}
        #expect(
            String(decoding: try encoder.encode(episode), as: UTF8.self)
                == #"{"published_at":"2026-03-14T09:26:53Z","title":"Values"}"#)
    }

    @Test func `the text has a format`() throws {
        let readable = JSON.Encoder(output: [.prettyPrinted, .sortedKeys])
        let text = String(decoding: try readable.encode(["b": 1, "a": 2]), as: UTF8.self)
        #expect(text == "{\n  \"a\" : 2,\n  \"b\" : 1\n}")
    }

    @Test func `elements are read as the bytes arrive`() throws {
        var elements = JSONElements(.lines)
        var titles: [String] = []
        for piece in [#"{"title": "Va"#, "lues\"}\n{\"title\": \"Plans\"}"] {
            titles += try elements.take(Data(piece.utf8)).map { try $0.title.string }
        }
        titles += try elements.finish().map { try $0.title.string }  // ["Values", "Plans"]
        #expect(titles == ["Values", "Plans"])
    }

    @Test func `a path leads to a value`() throws {
        let featured = Resource<[Episode]>(json: "home.json", at: "data.featured")
        let home = Data(#"{"data": {"featured": [{"id": 7, "title": "Plans"}]}}"#.utf8)
        #expect(try featured.parse(home) == [Episode(id: 7, title: "Plans")])
        let json = try JSON(parsing: home)
        let path: JSONPath = ["data", "featured", 0, "title"]
        print(try json[at: path].string)  // Plans
        #expect(try json[at: path].string == "Plans" && path.components[2] == .index(0))
        if let pointer = JSONPointer("/data/featured/0/title") {
            print(try json[at: pointer].string)  // Plans
        }
        #expect(try json[at: #require(JSONPointer("/data/featured/0/title"))].string == "Plans")
    }

    @Test func `repairs are listed`() throws {
        let data = Data(#"[{"id": "7", "title": "Plans"}]"#.utf8)
        let episodes = Resource<Lenient<[Episode]>>(lenientJSON: Request("episodes.json"))
        let read = try episodes.parse(data)
        print(read.value.count, read.repairs.map(\.path))  // 1 [[0].id]
        #expect(read.value == [Episode(id: 7, title: "Plans")] && "\(read.repairs.map(\.path))" == "[[0].id]")
        for repair in read.repairs {
            print(repair)  // [0].id: expected Int, found the string "7", used 7
        }
        #expect(read.repairs.map(\.description) == [#"[0].id: expected Int, found the string "7", used 7"#])
    }

    @Test func `elements that can't be decoded are left out`() throws {
        let data = Data(#"[{"id": 7, "title": "Plans"}, {"id": 8}]"#.utf8)
        let episodes = Resource<Lossy<Episode>>(json: "episodes.json")
        let read = try episodes.parse(data)
        print(read.elements.count, read.failureCount)  // 1 1
        #expect(read.elements.map(\.title) == ["Plans"] && read.failureCount == 1)
        for failure in read.failures {
            print("Episode \(failure.index) is left out: \(failure.error)")
        }
        #expect(read.failures.map(\.index) == [1])
        #expect(read.failures.allSatisfy { "\($0.error)".contains("title") })
    }

    @Test func `a failure names the place`() throws {
        let data = Data(#"[{"id": 7, "title": 3}]"#.utf8)
        do {
            print(try Episode.all.parse(data))
        } catch let error as LoadError {
            if let failure = error.parseFailure {
                print(failure.path, failure.expected, failure.found)  // [0].title String 3
            }
        }
        let failure = #expect(throws: LoadError.self) { try Episode.all.parse(data) }?.parseFailure
        #expect(failure.map { "\($0.path) \($0.expected) \($0.found)" } == "[0].title String 3")
        if let position = failure?.position {
            print("line \(position.line), column \(position.column)")  // line 1, column 21
        }
        #expect(failure?.position.map { "line \($0.line), column \($0.column)" } == "line 1, column 21")
    }
}
