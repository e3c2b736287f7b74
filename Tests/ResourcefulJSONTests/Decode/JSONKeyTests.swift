import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// RFC 8259, sections 4 and 8.3: names, whether they repeat, and when two are the same.
struct JSONKeyTests {
    private func json(_ text: String) throws -> JSON { try JSON(parsing: Data(text.utf8)) }

    @Test func `of a key that stands twice the first one counts, and the key is named once`() throws {
        let json = try json(#"{"a":1,"b":2,"a":{"c":3},"\u0061":4}"#)
        #expect(try json.a.int == 1)
        #expect(try json.keys == ["a", "b"])
    }

    @Test func `for a Decodable value it is the same one, as for Foundation's decoder`() throws {
        let text = #"{"a":1,"b":2,"a":3}"#
        let decoded = try Resource<[String: Int]>(json: Sample.url).parse(Data(text.utf8))
        #expect(decoded == ["a": 1, "b": 2])
        #expect(try json(text).decode() == decoded, "with a path or without")
        #expect(try JSONDecoder().decode([String: Int].self, from: Data(text.utf8)) == decoded)
    }

    @Test func `a failure at a key that stands twice is about the one that counts`() throws {
        struct Pair: Decodable { let a: Int }
        let failure = try #require(throws: ParseFailure.self) { try json(#"{"a":"x","a":3}"#).decode(Pair.self) }
        #expect(failure.found == #"the string "x""# && failure.position == TextPosition(line: 1, column: 6))
    }

    /// The length of a string on the tape has 28 bits.
    @Test(.enabled(if: Effort.isFull, "it takes half a gigabyte"), arguments: [-1, 0])
    func `a key of 256 MiB is found, and isn't taken for a longer one`(difference: Int) throws {
        let key = String(repeating: "k", count: (1 << 28) - 1 + difference)
        #expect(try json("{\"\(key)\":1}")[key].int == 1)
        #expect(try !json("{\"\(key)k\":1}")[key].exists)
    }

    @Test func `an escaped key is the key it spells`() throws {
        let json = try json(#"{"\u00e9\n\"\/\ud83d\ude00":1}"#)
        #expect(try json["é\n\"/😀"].int == 1)
        #expect(try json.keys == ["é\n\"/😀"])
    }

    @Test func `keys that differ in their code units are different, escaped or not`() throws {
        for text in [#"{"\u00e9":1,"e\u0301":2}"#, "{\"\u{E9}\":1,\"e\u{301}\":2}"] {
            let json = try json(text)
            #expect(try json["\u{E9}"].int == 1)
            #expect(try json["e\u{301}"].int == 2)
            #expect(try json.keys.count == 2)
        }
    }

    @Test func `a key is found by all of its text, not by its beginning`() throws {
        let json = try json(#"{"ab":1,"a":2,"abc":3,"A":4,"a\u0000":5}"#)
        #expect(try json.a.int == 2)
        #expect(try json.ab.int == 1)
        #expect(try json["a\0"].int == 5)
        #expect(!json[""].exists)
    }

    @Test func `a key of any length differs from keys with another byte anywhere`() throws {
        for length in 1...20 {
            let key = String("abcdefghijklmnopqrst".prefix(length))
            let keys = key.indices.map { "\(key[..<$0])_\(key[key.index(after: $0)...])" } + [key]
            let members = keys.indices.map { "\"\(keys[$0])\":\($0)" }
            let json = try json("{\(members.joined(separator: ","))}")
            for (index, key) in keys.enumerated() { #expect(try json[key].int == index) }
            #expect(!json[key + "_"].exists && !json[String(key.dropLast())].exists)
        }
    }

    @Test func `any key is found among any others`() throws {
        var random = SplitMix64(seed: 32)
        for _ in 0..<Effort.rounds(300) {
            let keys = (0..<6).map { "\(random.arbitraryText())\($0)" }
            let members = keys.enumerated().map { "\(JSONTree.quoted($1, using: &random)):\($0)" }
            let json = try json("{" + members.joined(separator: ",") + "}")
            #expect(try json.keys == keys)
            for (index, key) in keys.enumerated() { #expect(try json[key].int == index) }
        }
    }
}
