import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct JSONEncoderTests {
    private typealias Key = EncodingScript.Key

    private struct Custom: Encodable {
        let write: (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try write(encoder) }
    }

    private class Animal: Encodable {
        let legs = 4
    }

    private final class Dog: Animal {
        let name = "Rex"
        enum CodingKeys: CodingKey { case name }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try super.encode(to: encoder)
        }
    }

    private func text(_ value: some Encodable, _ encoder: JSON.Encoder = JSON.Encoder()) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func key(_ name: String) -> Key { Key(stringValue: name) }

    @Test func `members stand in the order in which they are encoded`() throws {
        let script = EncodingScript.object(["z", "b", "a", "m"].map { ($0, .value, .null) })
        #expect(try text(script) == #"{"z":null,"b":null,"a":null,"m":null}"#)
    }

    @Test func `the last of two members with one key stays`() throws {
        let script = EncodingScript.object([
            ("b", .value, .int(1)), ("a", .value, .int(2)), ("b", .value, .int(3)), ("a", .superEncoder, .int(4)),
        ])
        #expect(try text(script) == #"{"b":3,"a":4}"#)
        #expect(try text(script, JSON.Encoder(output: .sortedKeys)) == #"{"a":4,"b":3}"#)
    }

    @Test func `a character is escaped wherever it stands in a string of any length`() {
        checkEach(["\"", "\\", "/", "\n", "\u{0}", "\u{1F}"]) { character in
            let escape = [
                "\"": #"\""#, "\\": #"\\"#, "/": #"\/"#, "\n": #"\n"#, "\u{0}": #"\u0000"#, "\u{1F}": #"\u001f"#,
            ]
            for length in Array(0...20) + [255, 256, 257, 264] {
                let plain = String(repeating: "é#x!", count: length / 4) + "abc".prefix(length % 4)
                for place in plain.indices.suffix(20) + [plain.startIndex, plain.endIndex] {
                    let string = plain[..<place] + character + plain[place...]
                    let escaped = try #require(escape[character], "\(character)")
                    #expect(
                        try text(String(string)) == "\"\(plain[..<place])\(escaped)\(plain[place...])\"", "\(character)"
                    )
                }
            }
        }
    }

    @Test func `keys are sorted by their text and not by their escapes`() throws {
        for beginning in ["", "a", "aaaaaaaa", "a\naaaaaaaa"] {
            let keys = ["#", "\"", "!", "\\", "]", "[", "/", ".", "0"].map { beginning + $0 }
            let written = try text(
                EncodingScript.object(keys.map { ($0, .value, .null) }), JSON.Encoder(output: .sortedKeys))
            let sorted = keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            #expect(try JSON(parsing: Data(written.utf8)).keys == sorted)
        }
    }

    @Test func `whole numbers of any number of digits are written`() throws {
        for power in (0...19).map({ (0..<$0).reduce(UInt64(1)) { power, _ in power * 10 } }) {
            for number in [power - 1, power, power + 1, power &* 9, .max - power] {
                #expect(try text(number) == "\(number)")
                #expect(try text(-Int64(truncatingIfNeeded: number >> 1)) == "\(-Int64(number >> 1))")
            }
        }
    }

    @Test func `a long text is data like any other`() throws {
        var data = try JSON.Encoder().encode(Array(0..<2_000))
        let copy = data
        data.append(contentsOf: Data("!".utf8))
        data[0] = 0x20
        #expect(try JSONDecoder().decode([Int].self, from: copy) == Array(0..<2_000))
        #expect(data.count == copy.count + 1 && data.dropFirst().dropLast() == copy.dropFirst())
    }

    @Test func `a class and its superclass write to one object`() throws {
        #expect(try text(Dog()) == #"{"name":"Rex","legs":4}"#)
    }

    @Test func `a container of the same key is the same container`() throws {
        let value = Custom { encoder in
            var outer = encoder.container(keyedBy: Key.self)
            var first = outer.nestedContainer(keyedBy: Key.self, forKey: self.key("a"))
            try outer.encode(0, forKey: self.key("b"))
            var second = outer.nestedContainer(keyedBy: Key.self, forKey: self.key("a"))
            try second.encode(2, forKey: self.key("y"))
            try first.encode(1, forKey: self.key("x"))
        }
        #expect(try text(value) == #"{"a":{"y":2,"x":1},"b":0}"#)
    }

    @Test func `a value can be written further out while one is under way`() throws {
        let value = Custom { encoder in
            let alias = encoder.container(keyedBy: Key.self)
            var outer = alias
            try outer.encode("first", forKey: self.key("m"))
            var inner: [(any Encoder) throws -> Void] = []
            inner.append { encoder in
                var outer = alias
                let aliasOfList = encoder.unkeyedContainer()
                var list = aliasOfList
                try list.encode(1)
                try outer.encode(["deep": true], forKey: self.key("z"))
                var nested = outer.nestedUnkeyedContainer(forKey: self.key("n"))
                try list.encode(
                    Custom { encoder in
                        var (outer, list) = (alias, aliasOfList)
                        var object = encoder.container(keyedBy: Key.self)
                        try object.encode(1, forKey: self.key("q"))
                        try list.encode("between")
                        try nested.encode("late")
                        try outer.encode(9, forKey: self.key("a"))
                        try object.encode(2, forKey: self.key("p"))
                    })
            }
            try outer.encode(Custom { try inner[0]($0) }, forKey: self.key("b"))
        }
        for output in [JSON.Encoder.Output.sortedKeys, [.sortedKeys, .prettyPrinted]] {
            let foundations = JSONEncoder()
            foundations.outputFormatting = JSONEncoder.OutputFormatting(rawValue: UInt(output == .sortedKeys ? 2 : 3))
            #expect(try JSON.Encoder(output: output).encode(value) == foundations.encode(value))
        }
    }

    @Test func `what is written to a container that has ended goes nowhere`() throws {
        var kept: [(any Encoder, KeyedEncodingContainer<Key>)] = []
        let leaking = Custom { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: self.key("a"))
            kept.append((encoder, container))
        }
        let value = Custom { encoder in
            var list = encoder.unkeyedContainer()
            try list.encode(leaking)
            try kept[0].1.encode(2, forKey: self.key("b"))
            _ = kept[0].1.superEncoder()
            var nested = kept[0].1.nestedUnkeyedContainer(forKey: self.key("c"))
            try nested.encode(3)
            var again = kept[0].0.unkeyedContainer()
            try again.encode(4)
            try list.encode(5)
        }
        #expect(try text(value) == #"[{"a":1},5]"#)
        try kept[0].1.encode(6, forKey: key("d"))
    }

    @Test func `functions write dates, data and keys`() throws {
        let encoder = JSON.Encoder(
            dates: .custom { date, encoder in
                var container = encoder.unkeyedContainer()
                try container.encode(date.timeIntervalSince1970)
            },
            data: .custom { _, _ in },
            keys: .custom { Key(stringValue: $0.map(\.stringValue).joined(separator: ".")) })
        let date = EncodingScript.date(Date(timeIntervalSince1970: 1))
        let script = EncodingScript.object([
            ("a", .nested, .object([("b", .value, date), ("c", .value, .data(Data()))]))
        ])
        #expect(try text(script, encoder) == #"{"a":{"a.b":[1],"a.c":{}}}"#)
        #expect(try text(Data([1, 2]), JSON.Encoder(data: .deferredToData)) == "[1,2]")
    }

    @Test func `numbers that JSON can't write are words, if so wanted`() throws {
        let encoder = JSON.Encoder(
            nonFiniteNumbers: .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "\""))
        #expect(try text([1, .infinity, -.infinity, Double.nan], encoder) == #"[1,"+","-","\""]"#)
        #expect(try text(["a": Float.infinity], encoder) == #"{"a":"+"}"#)
    }

    @Test func `an encoder shows its values what it was given for them`() throws {
        let name = try #require(CodingUserInfoKey(rawValue: "name"))
        let value = Custom { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(encoder.userInfo[name] as? String ?? "nothing")
        }
        #expect(try text(value, JSON.Encoder(userInfo: [name: "here"])) == #""here""#)
    }

    @Test func `integers of any size are exact`() throws {
        #expect(try text([Int64.min, .max]) == "[-9223372036854775808,9223372036854775807]")
        #expect(try text([UInt64.max]) == "[18446744073709551615]")
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            #expect(try text([Int128.min]) == "[-170141183460469231731687303715884105728]")
            #expect(try text(["a": UInt128.max]) == #"{"a":340282366920938463463374607431768211455}"#)
        }
    }
}
