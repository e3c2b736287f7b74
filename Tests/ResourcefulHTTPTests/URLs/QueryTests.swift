import ResourcefulTesting
import Testing

/// Queries as values: written, read, printed.
struct QueryTests {
    @Test func `every byte but the unreserved ones is encoded once`() {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".unicodeScalars)
        for byte in UInt8.min...0x7F {
            let scalar = Unicode.Scalar(byte)
            let hexadecimal = String(byte, radix: 16, uppercase: true)
            let expected = plain.contains(scalar) ? "\(scalar)" : "%\(byte < 16 ? "0" : "")\(hexadecimal)"
            #expect(Query([("\(scalar)", "\(scalar)")]).encoded == "\(expected)=\(expected)", "byte \(byte)")
        }
        #expect((["a": "%41 é👍"] as Query).encoded == "a=%2541%20%C3%A9%F0%9F%91%8D")
    }

    @Test func `a space is written in one of two ways, a plus sign in one`() {
        var query: Query = ["a b": "c + d"]
        #expect(query.encoded == "a%20b=c%20%2B%20d")
        query.spaces = .plus
        #expect(query.encoded == "a+b=c+%2B+d")
    }

    @Test func `a query that was written is read as the same`() {
        var random = SplitMix64(seed: 33)
        for _ in 0..<Effort.rounds(2_000) {
            let items = (0..<Int.random(in: 0...4, using: &random)).map { index in
                let name = "n" + random.arbitraryText()
                return switch Int.random(in: 0..<4, using: &random) {
                case 0: Query.Item(name, nil)
                case 1: Query.Item(name, joining: (0..<index).map { _ in random.arbitraryText() })
                default: Query.Item(name, random.arbitraryText())
                }
            }
            for spaces in [Query.Spaces.percentEncoded, .plus] {
                let query = Query(items, spaces: spaces)
                let read = Query(parsing: query.encoded, spaces: spaces)
                #expect(read == query)
                #expect(read.hashValue == query.hashValue && "\(read)" == "\(query)" && read.encoded == query.encoded)
                // Equality of strings is that of characters; of bytes it is stronger.
                #expect(read.items.map { Array($0.name.utf8) } == query.items.map { Array($0.name.utf8) })
            }
        }
    }

    @Test func `what others have written is read as servers read it`() {
        let cases: [(String, [String])] = [
            ("", []), ("&&", []), ("a", ["a"]), ("a=", ["a="]), ("=", ["="]), ("a=b=c", ["a=b=c"]),
            ("a+b=+", ["a b= "]), ("%", ["%"]), ("%4=%zz", ["%4=%zz"]), ("%41=%c3%A9", ["A=é"]),
            ("a=%ff", ["a=\u{FFFD}"]), ("a=1,2%2C3", ["a=1,2,3"]), ("a&b&&c=1", ["a", "b", "c=1"]),
        ]
        for (text, expected) in cases {
            let read = Query(parsing: text).items.map { item in item.name + (item.value.map { "=\($0)" } ?? "") }
            #expect(read == expected, "\(text)")
        }
    }

    @Test func `values are found by name, and commas separate them`() {
        let query = Query(parsing: "a=1,2%2C3&b&a=4")
        #expect(query.values(of: "a") == ["1,2,3", "4"])
        #expect(query.values(of: "b") == [""])
        #expect(query.items[0].values == ["1", "2,3"] && query.items[1].values == [])
        #expect(query.encoded == "a=1,2%2C3&b&a=4")
    }

    @Test func `a literal leaves out what is nil`() {
        let page: Int? = nil
        let query: Query = ["q": "x", "page": page.map { "\($0)" }, "q": "y"]
        #expect(query.encoded == "q=x&q=y")
    }

    @Test func `secrets are not printed`() {
        let query: Query = ["q": "x", "api_key": "hunter2", "user[password]": "hunter2"]
        var dumped = ""
        dump(query, to: &dumped)
        for text in ["\(query)", String(reflecting: query), dumped, "\(query.items)"] {
            #expect(!text.contains("hunter2") && text.contains("redacted"))
        }
        #expect(query.encoded.contains("hunter2"))
    }
}
