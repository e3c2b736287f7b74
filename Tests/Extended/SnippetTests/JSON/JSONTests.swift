import Resourceful
import ResourcefulStreams
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The snippets of "Working with JSON", word for word, compiled and run; SnippetTests checks that none is missing.
private struct Episode: Codable, Equatable, Sendable {
    var title: String
    var published: Date
}

@Suite(.permit) struct JSONTests {
    @Test func `a JSON document is read by hand`() throws {
        let json = try JSON(
            parsing: Data(#"{"episodes": [{"title": "On tape", "minutes": 31.5}]}"#.utf8))
        let title = try json.episodes[0].title.string
        let minutes = try json.episodes[0].minutes.double
        let all = try json.episodes.array { try $0.title.string }
        #expect(title == "On tape")
        #expect(all == ["On tape"])
        #expect(minutes == 31.5)

        let failure = #expect(throws: ParseFailure.self) { try json.episodes[0].title.int }
        #expect(failure?.path == ["episodes", 0, "title"])
    }

    @Test func `a type is decoded and encoded`() throws {
        let text = Data(#"{"title": "On tape", "published": "2026-03-14T09:26:53Z"}"#.utf8)
        let episode = try JSON.Decoder(dates: .iso8601).decode(Episode.self, from: text)
        #expect(episode == Episode(title: "On tape", published: Date(timeIntervalSince1970: 1_773_480_413)))

        let encoder = JSON.Encoder(
            dates: .iso8601, keys: .convertToSnakeCase, output: [.sortedKeys, .prettyPrinted])
        let written = try encoder.encode(episode)
        #expect(
            String(decoding: written, as: UTF8.self) == """
                {
                  "published" : "2026-03-14T09:26:53Z",
                  "title" : "On tape"
                }
                """)
        #expect(Body.json(episode, encoder: JSONEncoder()).mediaType == .json)
    }

    @Test func `lines are read as they arrive`() throws {
        var lines = JSONElements(.lines)
        var numbers: [Int] = []
        for piece in [#"{"number": 1}"#, "\n{\"num", "ber\": 2}"] {
            numbers += try lines.take(Data(piece.utf8)).map { try $0.number.int }
        }
        numbers += try lines.finish().map { try $0.number.int }
        #expect(numbers == [1, 2])
    }

    @Test func `a redaction hides secrets in a document`() throws {
        let settings = try JSON(
            parsing: Data(#"{"name": "Ada", "password": "mellon"}"#.utf8), redacting: .standard)
        print(settings.password)  // [redacted]
        #expect("\(settings.password)" == "[redacted]")
        #expect(try settings.password.string == "mellon")
    }
}
