import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct BodyJSONTests {
    private struct Login: Codable, Hashable {
        var user: String
        var password: String
        var link = URL(string: "https://example.org/a/b")
    }

    /// Something whose encoding fails, and says so with the value in the error, as encoders like to do.
    private struct Unencodable: Encodable {
        let password = "s3cret"
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "It is not to be."))
        }
    }

    @Test func `equal values make equal bodies`() {
        var random = SplitMix64(seed: 9)
        for _ in 0..<200 {
            let pairs = (0..<8).map { ("\(random.arbitraryText())\($0)", Int.random(in: -9...9, using: &random)) }
            let value = Dictionary(pairs) { $1 }
            let same = Dictionary(pairs.reversed()) { first, _ in first }
            #expect(value == same)
            #expect(Body.json(value) == Body.json(same))
            #expect(Body.json(value).hashValue == Body.json(same).hashValue)
        }
    }

    @Test func `a JSON body is decoded as the value again`() throws {
        var random = SplitMix64(seed: 10)
        for _ in 0..<200 {
            let login = Login(user: random.arbitraryText(), password: random.arbitraryText())
            let body = Body.json(login)
            #expect(body.mediaType == .json)
            #expect(try JSONDecoder().decode(Login.self, from: #require(body.data)) == login)
        }
    }

    @Test func `keys are sorted and slashes stay`() {
        let data = Body.json(Login(user: "a", password: "b")).data ?? Data()
        let text = #"{"link":"https://example.org/a/b","password":"b","user":"a"}"#
        #expect(String(decoding: data, as: UTF8.self) == text)
    }

    @Test func `a custom encoder is used`() {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let data = Body.json(["theKey": 1], encoder: encoder).data ?? Data()
        #expect(String(decoding: data, as: UTF8.self) == #"{"theKey":1}"#, "dictionary keys are no coding keys")
        #expect(Body.json(3, encoder: encoder).data == Data("3".utf8))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a number that JSON can't write fails the load and says where it stands`(number: Double) throws {
        let body = Body.json(["ratings": [1, number]])
        #expect(body.data == nil)
        let error = try #require(Sample.refusal(of: Request(url: Sample.url, method: .post, body: body)))
        let sentence =
            "POST https://example.org/episodes can't be sent: the body can't be encoded as JSON: ratings[1]: "
        #expect(error.description.hasPrefix(sentence), "\(error)")
        #expect(!error.description.contains("codingPath"), "\(error)")
    }

    @Test func `the error of an encoder never shows the value`() throws {
        let body = Body.json(Unencodable())
        let error = try #require(Sample.refusal(of: Request(url: Sample.url, method: .post, body: body)))
        #expect(
            error.description == """
                POST https://example.org/episodes can't be sent: the body can't be encoded as JSON: It is not to be.
                """)
        #expect(!"\(body)".contains("s3cret"))
    }
}
