import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A key that is missing: which key was probably meant, and what the decoder did to it.
struct MissingKeyTests {
    struct User: Decodable {
        enum CodingKeys: String, CodingKey { case id = "app_user_id" }
        let id: String
    }

    struct Track: Decodable { let durationMS: Int }
    struct Page: Decodable { let users: [User] }

    static let snake = JSON.Decoder(keys: .convertFromSnakeCase)
    static let many = (0..<22).map { #""key_\#($0)x":0"# }.joined(separator: ",")

    private func failure<Value: Decodable>(
        _ type: Value.Type, _ text: String, _ decoder: JSON.Decoder = JSON.Decoder()
    ) throws -> ParseFailure {
        try #require(throws: ParseFailure.self) {
            try JSON(parsing: Data(text.utf8)).decode(type, decoder: decoder)
        }
    }

    @Test func `the error about a key that the decoder renames has both names`() throws {
        let failure = try failure(User.self, #"{"app_user_id":"x"}"#, Self.snake)
        #expect(failure.kind == .missing && failure.path == ["app_user_id"] && failure.expected == "a value")
        #expect(
            failure.found
                == "nothing (the object has the key app_user_id; the decoder renames app_user_id to appUserId; "
                + "the type asks for app_user_id)")
        let inside = try self.failure(Page.self, #"{"users":[{"app_user_id":"x","id":1}]}"#, Self.snake)
        #expect(inside.path == ["users", 0, "app_user_id"] && inside.position == TextPosition(line: 1, column: 11))
        #expect(inside.found.hasSuffix("renames app_user_id to appUserId; the type asks for app_user_id)"))
        #expect(try JSON.Decoder().decode(User.self, from: Data(#"{"app_user_id":"x"}"#.utf8)).id == "x")
    }

    @Test func `a decoder with a function of its own says what it made of a key`() throws {
        struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let decoder = JSON.Decoder(
            keys: .custom { path in Name(stringValue: "\(path.count)_\(path[path.count - 1].stringValue)") })
        struct Outer: Decodable {
            enum CodingKeys: String, CodingKey { case inner = "1_inner" }
            let inner: User
        }
        let failure = try failure(Outer.self, #"{"inner":{"app_user_id":"x"}}"#, decoder)
        #expect(failure.path == ["inner", "app_user_id"])
        #expect(failure.found.contains("renames app_user_id to 2_app_user_id; the type asks for app_user_id"))
    }

    @Test func `Foundation's decoder renames a key, too`() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let json = try JSON(parsing: Data(#"{"users":[{"app_user_id":"x"}]}"#.utf8))
        let failure = try #require(throws: ParseFailure.self) { try json.decode(Page.self, decoder: decoder) }
        #expect(failure.path == ["users", 0, "app_user_id"] && failure.kind == .missing)
        #expect(failure.found.contains("renames app_user_id to appUserId"))
        let resource = Resource<Page>(json: Sample.url, decoder: decoder)
        let error = try #require(thrown(LoadError.self) { try resource.parse(Data(String(json).utf8)) })
        #expect(error.parseFailure?.found == failure.found)
    }

    @Test func `an element that is left out says so, too`() throws {
        struct List: Decodable { let users: Lossy<User> }
        let json = try JSON(parsing: Data(#"{"users":[{"app_user_id":"x"}]}"#.utf8))
        let lossy = try json.decode(List.self, decoder: Self.snake).users
        let failure = try #require(lossy.failures.first?.error as? ParseFailure)
        #expect(failure.path == ["users", 0, "app_user_id"] && failure.found.contains("to appUserId"))
    }

    @Test func `a type's own error about a key that is there stays at the value`() throws {
        struct Strict: Decodable {
            enum CodingKeys: CodingKey { case title }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                guard try !container.decode(String.self, forKey: .title).isEmpty else {
                    throw DecodingError.keyNotFound(
                        CodingKeys.title, .init(codingPath: container.codingPath, debugDescription: "empty"))
                }
            }
        }
        for decoder in [JSON.Decoder(), Self.snake] {
            let failure = try failure(Strict.self, #"{"title":""}"#, decoder)
            #expect(failure.path == ["title"] && failure.found == #"the string """#)
        }
    }

    @Test func `among many keys, the nearest is named`() {
        let cases: [(String, String)] = [
            ("duration_ms", "the nearest of 23 keys is duration_ms; the decoder doesn't rename duration_ms"),
            ("durationMs", "the nearest of 23 keys is durationMs; the decoder doesn't rename durationMs"),
            ("duration-ms", "the nearest of 23 keys is duration-ms; the decoder doesn't rename duration-ms"),
            ("durationM", "the nearest of 23 keys is durationM"), ("durations", "the nearest of 23 keys is durations"),
        ]
        checkEach(cases) { key, text in
            let failure = try failure(Track.self, #"{\#(Self.many),"\#(key)":1}"#)
            #expect(failure.found == "nothing (\(text))", "\(key)")
        }
    }

    @Test func `among many keys without a near one, the first are named`() throws {
        let list = "key_0x, key_1x, key_2x, key_3x, key_4x, key_5x, key_6x, key_7x, …"
        let text = #"{\#(Self.many),"length":1}"#
        #expect(try failure(Track.self, text).found == "nothing (the object has the keys \(list))")
        let renamed = "nothing (the object has the keys \(list); the decoder renames key_0x to key0X)"
        #expect(try failure(Track.self, text, Self.snake).found == renamed)
    }

    @Test func `an error about an acronym has the name that the conversion makes instead`() throws {
        let failure = try failure(Track.self, #"{\#(Self.many),"duration_ms":1}"#, Self.snake)
        #expect(
            failure.found
                == "nothing (the nearest of 23 keys is duration_ms; the decoder renames duration_ms to durationMs; "
                + "the type asks for durationMS)")
        let one = try self.failure(Track.self, #"{"duration_ms":1}"#, Self.snake)
        #expect(one.found.hasSuffix("renames duration_ms to durationMs; the type asks for durationMS)"))
    }

    @Test func `the error has the key that the document would need`() throws {
        struct Post: Decodable { let title: String, isFree: Bool }
        let failure = try failure(Post.self, #"{"title":"The title"}"#, Self.snake)
        #expect(failure.path == ["isFree"])
        #expect(failure.found == "nothing (the object has the key title; the decoder renames is_free to isFree)")
        #expect(try self.failure(Post.self, #"{"title":""}"#).found == "nothing (the object has the key title)")
    }

    @Test func `reading by hand finds the nearest key, too, and says nothing of a decoder`() throws {
        let json = try JSON(parsing: Data(#"{\#(Self.many),"duration_ms":1}"#.utf8))
        let failure = try #require(thrown(ParseFailure.self) { try json.durationMS.int })
        #expect(failure.found == "nothing (the nearest of 23 keys is duration_ms)")
        #expect(thrown(ParseFailure.self) { try json[7].int }?.found.contains("key_7x, …") == true)
    }

    @Test func `keys of any form and number are compared in time`() throws {
        let long = String(repeating: "k", count: 100_000)
        let members = (0..<20_000).map { #""k\#($0)":0"# }.joined(separator: ",")
        let json = try JSON(parsing: Data(#"{"\#(long)":1,"":2,"_":3,"\u0000":4,\#(members)}"#.utf8))
        for key in [long + "k", "", "-", "k", "\u{301}", "K19"] {
            let found = thrown(ParseFailure.self) { try json[key].string }?.found
            #expect((found?.unicodeScalars.count ?? 0) < 1_000)
        }
    }
}
