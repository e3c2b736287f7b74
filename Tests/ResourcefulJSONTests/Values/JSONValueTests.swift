import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `JSON` as a value: equality, decoding, and places in large documents.
struct JSONValueTests {
    private func json(_ text: String) throws -> JSON { try JSON(parsing: Data(text.utf8)) }

    @Test func `the same value, however it is spelled`() {
        let cases: [(String, String)] = [
            ("1", "1.0"), ("10e-1", "1"), ("-0", "0"), ("[1,2]", "[1, 2.0]"), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#),
            (#""\u0061""#, #""a""#), (#"{"a":1,"a":0}"#, #"{"a":1}"#),
            ("12345678901234567890123", "1234567890123456789012.3e1"),
        ]
        checkEach(cases) { some, other throws in
            #expect(try json(some) == json(other), "\(some)")
            #expect(try json(some).hashValue == json(other).hashValue, "\(some)")
        }
    }

    @Test func `different values`() {
        let cases: [(String, String)] = [
            ("1", "2"), ("1", "\"1\""), ("[1,2]", "[2,1]"), ("{}", "[]"), (#"{"a":1}"#, #"{"a":1,"b":1}"#),
            ("null", "false"),
            ("12345678901234567890123", "12345678901234567890124"), ("\"\u{E9}\"", "\"e\u{301}\""),
            (#"{"a":1}"#, #"{"b":1}"#),
            ("\"true\"", "true"), ("1e99999999999999999999", "1e99999999999999999998"),
        ]
        checkEach(cases) { some, other throws in #expect(try json(some) != json(other), "\(some)") }
    }

    @Test func `JSON inside a type is the place in the same document, or what another decoder tells`() throws {
        struct Page: Decodable { var id: Int, rest: JSON, none: JSON? }
        let data = Data(#"{"id":1,"rest":{"a":[1,2.5,"x\n",null,true]}}"#.utf8)
        for page in [try JSON.Decoder().decode(Page.self, from: data), try JSONDecoder().decode(Page.self, from: data)]
        {
            #expect(try page.rest == json(#"{"a":[1,2.5,"x\n",null,true]}"#))
            #expect(page.none == nil)
        }
    }

    @Test func `every member and every element of a large container is found`() throws {
        for count in [31, 32, 33, 63, 64, 3_000] {
            let members = (0..<count).map { #""key\#($0)":[\#($0)]"# }.joined(separator: ",")
            let object = try json("{\(members)}")
            let array = try json("[" + (0..<count).map { "[\($0)]" }.joined(separator: ",") + "]")
            for index in 0..<count {
                #expect(try object["key\(index)"][0].int == index)
                #expect(try array[index][0].int == index)
            }
            #expect(!object["key\(count)"].exists)
            #expect(!array[count].exists)
            #expect(try object.keys.count == count)
            #expect(try object.decode([String: [Int]].self).count == count)
        }
    }

    @Test func `of keys that stand twice in a large object the first counts, by hand and when decoding`() throws {
        let members = (0..<100).map { #""key\#($0)":\#($0)"# }.joined(separator: ",")
        let object = try json(#"{\#(members),"key7":-7,"\u006bey8":-8}"#)
        #expect(try object.key7.int == 7)
        #expect(try object.key8.int == 8)
        let decoded = try object.decode([String: Int].self)
        #expect(decoded["key7"] == 7 && decoded["key8"] == 8 && decoded.count == 100)
    }
}
