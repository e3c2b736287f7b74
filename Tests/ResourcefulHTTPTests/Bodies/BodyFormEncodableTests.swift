import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct BodyFormEncodableTests {
    private struct Login: Encodable {
        var name = "Ted & Ned"
        var isAdult = true
        var tags = ["a b", "c+d"]
        var note: String?
    }

    private struct Broken: Encodable {
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue("s3cret", .init(codingPath: [], debugDescription: "it is broken"))
        }
    }

    @Test func `a value is a form`() {
        #expect(
            Body.form(Login()).data.map { String(decoding: $0, as: UTF8.self) }
                == "name=Ted+%26+Ned&isAdult=true&tags=a+b&tags=c%2Bd")
        #expect(Body.form(Login()) == Body.form(Login()))
        #expect(Body.form(Login()).mediaType == .form)
    }

    @Test func `a literal keeps its order, and is not taken for a dictionary`() {
        #expect(Body.form(["z": "1", "a": "2", "z": "3"]).data == Data("z=1&a=2&z=3".utf8))
    }

    @Test func `a value that can't be encoded fails at the request stage, without the value`() {
        let error = Sample.refusal(of: Request(url: Sample.url, method: .post, body: .form(Broken())))
        #expect(error?.description.contains("s3cret") == false)
    }
}
