import ResourcefulTesting
import Testing

struct FieldNameTests {
    private let characters = MethodTests.tokenCharacters

    @Test func `of the first 256 scalars exactly a token's make a field name`() {
        for byte in UInt8.min...UInt8.max {
            let scalar = Unicode.Scalar(byte)
            let isToken = characters.contains(scalar)
            #expect((HeaderFields.Name("\(scalar)") != nil) == isToken, "byte \(byte) alone")
            #expect((HeaderFields.Name("X-\(scalar)-Y") != nil) == isToken, "byte \(byte) inside")
        }
    }

    @Test func `an arbitrary text is a field name when every scalar is one of a token`() {
        var random = SplitMix64(seed: 2)
        for _ in 0..<Effort.rounds(2_000) {
            let text = Bool.random(using: &random) ? random.arbitraryText(upTo: 3) : random.arbitraryASCII(upTo: 4)
            let isToken = !text.isEmpty && text.unicodeScalars.allSatisfy(characters.contains)
            #expect((HeaderFields.Name(text)?.rawName == text) == isToken, "\(text.debugDescription)")
        }
    }

    @Test func `two names of one character are equal when only the case of a letter differs`() throws {
        for left in characters {
            for right in characters {
                let (leftName, rightName) = (
                    try #require(HeaderFields.Name("\(left)")), try #require(HeaderFields.Name("\(right)"))
                )
                let areSame = left == right || left.properties.lowercaseMapping == right.properties.lowercaseMapping
                if (leftName == rightName) != areSame { Issue.record("\(left) and \(right)") }
                if areSame { #expect(leftName.hashValue == rightName.hashValue) }
            }
        }
    }

    @Test func `a name is made of bytes as it is written`() {
        let cases: [String] = [
            "Date", "date", "DATE", "dAte", "Content-Type", "content-type", "Content-type", "ETag", "Etag",
            "X-Request-ID", "strict-transport-security", "Strict-Transport-Securitz", "X", "X-Content-Type-Optionz",
            "Via", "Age",
        ]
        for text in cases {
            let name = Array(text.utf8).withUnsafeBytes { HeaderFields.Name($0) }
            #expect(name?.rawName == text && name == HeaderFields.Name(text), "\(text)")
        }
    }

    @Test func `a set of names has its names in any case, and no others`() {
        let set = HeaderFields.NameSet(["Accept", "Expect", "Vary", "X-A"])
        for name in ["accept", "EXPECT", "vary", "x-a"] as [HeaderFields.Name] { #expect(set.contains(name)) }
        for name in ["cookie", "Vari", "X", "X-B", "Access"] as [HeaderFields.Name] { #expect(!set.contains(name)) }
        let long = HeaderFields.Name(String(repeating: "x", count: 300)) ?? "x"
        #expect(HeaderFields.NameSet([long]).contains(long) && !set.contains(long))
    }

    @Test func `a redaction hides a common field when configured to`() throws {
        var redaction = Redaction.standard
        let field = try HeaderFields.Field("Range", "bytes=0-7")
        #expect(redaction.redactedValue(of: field) == "bytes=0-7")
        #expect(redaction.adding(fields: ["range"]).redactedValue(of: field) == Redaction.mark)
        redaction.fieldNames = ["Range"]
        #expect(redaction.redactedValue(of: field) == Redaction.mark)
        #expect(Redaction(fieldNames: ["RANGE"], parameterNames: []).redactedValue(of: field) == Redaction.mark)
    }

    @Test func `a name in any case is the same name and hashes alike`() throws {
        var random = SplitMix64(seed: 3)
        for name in ["Content-Type", "ETag", "X-Request-ID", "WWW-Authenticate", "x"] {
            for _ in 0..<50 {
                let spelled = String(name.map { Bool.random(using: &random) ? Character($0.lowercased()) : $0 })
                let other = String(name.map { Bool.random(using: &random) ? Character($0.uppercased()) : $0 })
                let names = [try #require(HeaderFields.Name(spelled)), try #require(HeaderFields.Name(other))]
                #expect(names[0] == names[1])
                #expect(Set(names).count == 1)
                #expect(names[0].rawName == spelled, "the spelling is kept")
            }
        }
    }

    @Test func `names of different length are different`() {
        #expect(HeaderFields.Name("Accept") != HeaderFields.Name("Accept-Language"))
    }

    @Test func `a substring makes a name`() {
        #expect(HeaderFields.Name("Host: example.org".prefix(4)) == "host")
    }
}
