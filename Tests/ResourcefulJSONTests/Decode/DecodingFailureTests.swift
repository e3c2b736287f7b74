import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a resource says when a body is JSON, but not the JSON that was expected.
struct DecodingFailureTests {
    struct Episode: Decodable, Sendable {
        enum Kind: String, Decodable { case video, audio }
        let id: Int
        let title: String
        var kind: Kind?
        var stars: UInt8?
        var link: URL?
        var guests: [String]?
    }

    struct Numbered: Decodable, Sendable {
        enum CodingKeys: Int, CodingKey { case first = 1, second = 2 }
        let first: Int
        let second: Int
    }

    private func failure<Value>(_ resource: Resource<Value>, _ text: String) throws -> ParseFailure {
        let error = try #require(throws: LoadError.self) { try resource.parse(Data(text.utf8)) }
        #expect(error.stage == .parse)
        return try #require(error.parseFailure, "\(error)")
    }

    @Test func `a wrong type, a missing key and malformed JSON are described with their place`() {
        let cases: [(String, String)] = [
            ("", "expected JSON, found an empty body"),
            ("\n", "expected JSON, found nothing but white space"),
            ("<html>", "expected a value, found an HTML page (line 1, column 1) near: <html>"),
            ("{\"id\":1,", "expected a key in quotes, found the end of the text (line 1, column 9) near: {\"id\":1,"),
            ("[]", "expected an object, found an empty array (line 1, column 1) near: []"),
            ("3", "expected an object, found 3 (line 1, column 1) near: 3"),
            ("null", "expected an object, found null (line 1, column 1) near: null"),
            (
                #"{"id":1}"#,
                #"title: expected a value, found nothing (the object has the key id) (line 1, column 1) near: {"id":1}"#
            ),
            ("{}", "id: expected a value, found nothing (the object is empty) (line 1, column 1) near: {}"),
            (
                #"{"id":"1","title":"a"}"#,
                #"id: expected Int, found the string "1" (line 1, column 7) near: {"id":"1","title":"a"}"#
            ),
            (
                #"{"id":1,"title":null}"#,
                #"title: expected String, found null (line 1, column 17) near: {"id":1,"title":null}"#
            ),
            (
                #"{"id":1,"title":["a"]}"#,
                #"title: expected String, found an array (line 1, column 17) near: {"id":1,"title":["a"]}"#
            ),
            (
                #"{"id":1,"title":"a","guests":["b",4]}"#,
                #"guests[1]: expected String, found 4 (line 1, column 35) near: {"id":1,"title":"a","guests":["b",4]}"#
            ),
            (
                #"{"id":1,"title":"a","guests":{}}"#,
                "guests: expected an array, found an empty object (line 1, column 30) "
                    + #"near: {"id":1,"title":"a","guests":{}}"#
            ),
        ]
        checkEach(cases) { body, sentence throws in
            #expect(try failure(Resource<Episode>(json: Sample.url), body).description == sentence, "\(body)")
        }
    }

    @Test(
        arguments: [
            (#""kind":"film""#, #"kind: expected a valid value, found the string "film" ("#),
            (#""link":"http://[""#, #"link: expected a valid value, found the string "http://[" ("#),
        ])
    func `a value of the right type that does not do is described with the decoder's reason`(
        member: String, sentence: String
    ) throws {
        let failure = try failure(Resource<Episode>(json: Sample.url), #"{"id":1,"title":"a",\#(member)}"#)
        #expect(failure.description.hasPrefix(sentence), "\(failure)")
        #expect(!failure.description.contains(".)"), "\(failure)")
    }

    @Test(arguments: [#"{"id":1,"title":"a","stars":300}"#, #"{"id":1.5,"title":"a"}"#, #"{"id":1e30,"title":"a"}"#])
    func `a number that does not fit its type is not called malformed JSON`(body: String) throws {
        let failure = try failure(Resource<Episode>(json: Sample.url), body)
        #expect(failure.description.contains("number"), "\(failure)")
        #expect(!failure.description.contains("not valid JSON"), "\(failure)")
    }

    @Test func `the path begins at the document, whatever the value's place in it`() throws {
        let body = #"{"data":{"posts":[{"id":1,"title":"a"},{"id":2,"title":3}]}}"#
        for path in ["data.posts", ["data", "posts"]] as [JSONPath] {
            let failure = try failure(Resource<[Episode]>(json: Sample.url, at: path), body)
            #expect(failure.path == ["data", "posts", 1, "title"])
            #expect(failure.position?.column == 56)
        }
        let missing = try failure(Resource<[Episode]>(json: Sample.url, at: "data.episodes"), body)
        #expect(missing.path == "data.episodes")
        #expect(missing.found == "nothing (the object has the key posts)")
    }

    @Test func `a key that is a number is a key and not an index`() throws {
        let byNumber = try failure(Resource<[Int: Episode]>(json: Sample.url), #"{"7":{"id":1,"title":2}}"#)
        #expect(byNumber.path == ["7", "title"])
        #expect(byNumber.found == "2")
        let numbered = try failure(Resource<Numbered>(json: Sample.url), #"{"first":1,"second":"b"}"#)
        #expect(numbered.path == "second")
        #expect(numbered.found == #"the string "b""#)
    }

    @Test func `a key that the decoder has renamed is not said to be missing when its value is wrong`() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        struct Show: Decodable { let runningTime: Int }
        let json = try JSON(parsing: Data(#"{"running_time":"long"}"#.utf8))
        let failure = try #require(throws: ParseFailure.self) { try json.decode(Show.self, decoder: decoder) }
        #expect(failure.expected == "Int")
        #expect(!failure.found.contains("nothing"), "\(failure)")
    }

    @Test func `a date of another form is described with its place`() throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        struct Show: Decodable { let begin: Date }
        let json = try JSON(parsing: Data(#"{"shows":[{"begin":"yesterday"}]}"#.utf8))
        let failure = try #require(throws: ParseFailure.self) { try json.shows.decode([Show].self, decoder: decoder) }
        // Foundation on Linux leaves the last key out.
        #expect(failure.path.components.starts(with: ["shows", 0]))
        #expect(failure.found.hasSuffix("(Expected date string to be ISO8601-formatted)"))
        #expect(failure.excerpt?.contains("yesterday") == true)
    }

    @Test func `a custom error in a decoder stays what it is`() throws {
        struct Own: Error {}
        struct Picky: Decodable, Sendable { init(from decoder: any Decoder) throws { throw Own() } }
        let error = #expect(throws: LoadError.self) { try Resource<Picky>(json: Sample.url).parse(Data("1".utf8)) }
        #expect(error?.underlyingError is Own)
    }

    @Test func `a decoding error about a body that is no JSON does not blame it for that`() throws {
        let resource = Resource<Int>(url: Sample.url) { (_: Data) in
            throw DecodingError.typeMismatch(
                Int.self, DecodingError.Context(codingPath: [], debugDescription: "A plist of another kind."))
        }
        let failure = try failure(resource, "<plist/>")
        #expect(failure.expected == "Int")
        #expect(failure.found == "A plist of another kind.")
        #expect(failure.position == nil)
    }
}
