import ResourcefulTesting
import Testing

struct MediaTypeTests {
    @Test func `a type, a subtype and parameters are a media type`() {
        let cases: [String] = [
            "text/html", "application/json", "application/vnd.api+json", "text/html;charset=utf-8",
            "text/html; charset=utf-8", "text/html ; charset=\"utf-8\"", "text/html\t;\tcharset=utf-8",
            "multipart/form-data; boundary=\"a b; c/d\"", "x/y;", "x/y; ;a=b", "*/*", "image/svg+xml", "x/y;a=\"é\"",
            "x/y;a=\"\\\"\"",
        ]
        for text in cases { #expect(MediaType(text)?.rawValue == text, "\(text)") }
    }

    @Test func `anything else is none`() {
        let cases: [String] = [
            "", "/", "text", "text/", "/html", "text /html", "text/ html", " text/html", "text/html x", "text/html/x",
            "te(xt/html", "text/html, text/plain", "text/html\r\n", "text/html;a=\r\nX: y", "text/html;a=\0",
            "text/html;a=\u{7F}", "téxt/html", "text/h\u{301}tml", ";charset=utf-8", "text;/html", "text/html\u{A0}",
        ]
        for text in cases { #expect(MediaType(text) == nil, "\(text)") }
    }

    @Test func `of the first 256 scalars exactly a token's can be in the type and the subtype`() {
        for byte in UInt8.min...UInt8.max where byte != UInt8(ascii: ";") {
            let scalar = Unicode.Scalar(byte)
            let isToken = MethodTests.tokenCharacters.contains(scalar)
            #expect((MediaType("a\(scalar)b/c") != nil) == isToken, "byte \(byte) in the type")
            #expect((MediaType("a/b\(scalar)c") != nil) == isToken, "byte \(byte) in the subtype")
        }
    }

    @Test func `every media type is a value that a field takes as it is`() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<Effort.rounds(2_000) {
            let text = "a/b;" + random.arbitraryText()
            guard let mediaType = MediaType(text) else { continue }
            let field = try HeaderFields.Field("Content-Type", mediaType.rawValue)
            #expect(text.hasPrefix(field.value))
        }
    }

    @Test func `the named media types are what the RFCs call them`() {
        #expect(MediaType.json.description == "application/json")
        #expect(MediaType.form.description == "application/x-www-form-urlencoded")
        #expect(MediaType.octetStream.description == "application/octet-stream")
    }
}
