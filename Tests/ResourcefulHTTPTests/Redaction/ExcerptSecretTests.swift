import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An excerpt shows what stands around a place, and no secret that happens to stand there.
struct ExcerptSecretTests {
    private static let names = [
        "access_token", "Access-Token", "accessToken", "refresh_token", "id_token", "token", "api_key", "apiKey",
        "password", "PASSWORD", "client_secret", "clientSecret", "signature", "X-Amz-Signature", "Authorization",
    ]

    private func excerpt(_ text: String) throws -> String {
        let failure = try #require(throws: ParseFailure.self, "\(text)") {
            try JSON(parsing: Data(text.utf8), redacting: .standard)
        }
        return try #require(failure.excerpt)
    }

    @Test func `the value of a secret key, whatever its spelling`() {
        checkEach(Self.names) { name in
            for text in [
                #"{"\#(name)":"s3cret",nope}"#, #"{"\#(name)" : "s3cret" nope}"#, #"{nope "\#(name)":"s3cret"}"#,
                #"{"a":"b","\#(name)":"\"s3cret",nope}"#, #"[{"\#(name)":"a\\"},{"\#(name)":"s3cret"},nope]"#,
                #"{"\#(name)":["x","s3cret"],nope}"#, #"{"\#(name)":{"a":"x","b":["s3cret"]},nope}"#,
                #"{"\#(name)":"s3cret"#, #"{"\#(name)":{"a":"s3cret"#, #"{"\#(name)":s3cret}"#,
                #"{"\#(name)":'my s3cret'}"#,
                #"{\#(name):"s3cret"}"#, #"{'\#(name)':'s3cret'}"#, "{\"\(name)\":\n\t\"s3cret\",}",
                #"{"user[\#(name)]":"s3cret",}"#, #"{"user.\#(name)":"s3cret",}"#, "\(name)=s3cret&a=b",
                "a=b&\(name)=s3cret",
                "\(name): s3cret", "<a \(name)=\"s3cret\">", "https://example.org/?\(name)=s3cret",
            ] {
                let excerpt = try excerpt(text)
                #expect(!excerpt.contains("s3cret"), "\(name): \(text) gives \(excerpt)")
                #expect(excerpt.unicodeScalars.count == text.unicodeScalars.count, "\(name): its length stays")
            }
        }
    }

    @Test func `a secret key that is spelled with escapes`() throws {
        for text in [
            #"{"access\u005ftoken":"s3cret",}"#, #"{"\u0074oken":"s3cret",}"#, "a=b&access%5Ftoken=s3cret",
            "user%5Bpassword%5D=s3cret", "%74oken=s3cret", #"["a\ntoken=s3cret\npassword=s3cret\tkey=s3cret",]"#,
            #"["token\ntoken=s3cret token token=s3cret",]"#, #"["{\n\"token\":\"s3cret\"}",]"#,
        ] {
            #expect(try !excerpt(text).contains("s3cret"), "\(text)")
        }
    }

    @Test func `a secret in a string that holds JSON, at any depth`() throws {
        var text = #"{"a":"b","token":"s3\"cret s3cret","c":"d"}"#
        for _ in 0..<3 {
            let data = try #require(Body.json(["e": text, "f": "g"]).data)
            text = String(decoding: data, as: UTF8.self)
            #expect(try !excerpt(text + ",").contains("s3cret"), "\(text)")
            #expect(try excerpt(text + ",").contains("g"))
        }
    }

    @Test func `a secret that is longer than the excerpt, seen from any place in it`() throws {
        let secret = String(repeating: "s3cret", count: 200)
        for prefix in [#"{"token":""#, #"{"a":1,"password" : ""#, #"{"token":{"a":""#] {
            for length in stride(from: 6, to: secret.count, by: 97) {
                let text = prefix + secret.prefix(length) + "\u{1}" + secret
                #expect(try !excerpt(text).contains("s3cret"))
            }
        }
    }

    @Test func `what isn't a secret stays`() throws {
        for text in [
            #"{"name":"token","kind":"password","keys":["key"],nope}"#, #"["token","value",nope]"#,
            #"{"tokens":3,"keyboard":"qwerty","monkey":"a",nope}"#, #"{"idempotency-key":"7",nope}"#,
            "page=3&sort=key&nope", #"{"text":"the key\n is here",nope}"#,
        ] {
            #expect(try excerpt(text) == text.replacing("\n", with: " "))
        }
    }

    @Test func `the secret itself is not what was found`() throws {
        let json = try JSON(
            parsing: Data(#"{"token":"s3cret","secret":{"a":{"b":"s3cret"}},"name":7}"#.utf8), redacting: .standard)
        let places = [json.token, json.token.deeper, json.secret.a.b, json.secret.a.b[0], json.name.first]
        for place in places {
            let failure = try #require(throws: ParseFailure.self) { try place.int }
            #expect(!failure.description.contains("s3cret"), "\(failure)")
        }
        enum Kind: String, Decodable { case known }
        let failure = try #require(throws: ParseFailure.self) { try json.decode([String: Kind].self) }
        #expect(!failure.description.contains("s3cret"), "\(failure)")
    }

    @Test func `no arbitrary text around a secret brings it to light`() throws {
        var random = SplitMix64(seed: 70)
        for _ in 0..<Effort.rounds(1_000) {
            let tree = JSONTree.object([
                random.arbitraryText() + "1": .arbitrary(depth: 2, using: &random), "token": .string("s3cret"),
                random.arbitraryText() + "2": .object(["password": .array([.string("a\"}]"), .string("s3cret")])]),
            ])
            var text = tree.written(using: &random)
            // The generator escapes letters of the secret itself, too; then there is nothing to look for.
            text.append(",")
            #expect(try !excerpt(text).contains("s3cret"), "\(text)")
        }
    }
}
