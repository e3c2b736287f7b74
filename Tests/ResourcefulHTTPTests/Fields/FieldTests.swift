import ResourcefulTesting
import Testing

struct FieldTests {
    @Test func `of the first 256 scalars only CR, LF and NUL can't stand in a field value`() {
        for byte in UInt8.min...UInt8.max {
            let value = "a\(Unicode.Scalar(byte))b"
            let field = try? HeaderFields.Field("X-Test", value)
            #expect((field == nil) == [0, 0x0A, 0x0D].contains(byte), "byte \(byte)")
            if let field { #expect(field.value == value) }
        }
    }

    @Test func `a field value that could break out of its line is refused`() {
        let cases: [String] = ["a\r\nSet-Cookie: b", "a\nb", "a\rb", "a\0b", "\r\n", "\n", "\0", "👩‍👩‍👧\r\n", "\u{301}\n"]
        for value in cases {
            let error = #expect(throws: InvalidFieldValue.self, "\(value)") { try HeaderFields.Field("X-Test", value) }
            #expect(error?.name == "X-Test", "\(value)")
        }
    }

    @Test func `any other text is kept byte for byte but for the white space around it`() throws {
        var random = SplitMix64(seed: 4)
        for _ in 0..<Effort.rounds(3_000) {
            let text = random.arbitraryText()
            let bytes = Array(text.utf8)
            guard !bytes.contains(where: { [0, 0x0A, 0x0D].contains($0) }) else {
                #expect(thrown(InvalidFieldValue.self) { try HeaderFields.Field("X-Test", text) } != nil)
                continue
            }
            let isVisible = { (byte: UInt8) in byte != 0x20 && byte != 0x09 }
            let start = bytes.firstIndex(where: isVisible) ?? bytes.endIndex
            let end = bytes.lastIndex(where: isVisible).map { $0 + 1 } ?? start
            let field = try HeaderFields.Field("X-Test", text)
            #expect(Array(field.value.utf8) == Array(bytes[start..<end]), "\(text.debugDescription)")
            #expect(try HeaderFields.Field("X-Test", field.value) == field, "trimming twice is trimming once")
        }
    }

    @Test func `only spaces and tabs are trimmed`() {
        let cases: [(String, String)] = [
            ("", ""), (" ", ""), ("\t \t", ""), (" a b ", "a b"), ("\ta", "a"), ("\u{A0}a", "\u{A0}a"),
        ]
        checkEach(cases) { value, trimmed throws in
            #expect(try HeaderFields.Field("X-Test", value).value == trimmed, "\(value)")
        }
    }

    @Test func `the error names the field and never the value`() {
        let error = #expect(throws: InvalidFieldValue.self) {
            try HeaderFields.Field("Authorization", "Bearer s3cret\r\n")
        }
        #expect(
            error?.description
                == "the value of the field Authorization contains CR, LF or NUL (RFC 9110, section 5.5)")
    }

    @Test func `fields are equal when names are equal but for case, and values are equal`() throws {
        let field = try HeaderFields.Field("ETag", "\"x\"")
        #expect(try field == HeaderFields.Field("etag", "\"x\""))
        #expect(try field.hashValue == HeaderFields.Field("etag", "\"x\"").hashValue)
        #expect(try field != HeaderFields.Field("ETag", "\"X\""))
    }
}
