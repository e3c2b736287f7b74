import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct JSONAccessorTests {
    private let json: JSON

    init() throws {
        json = try JSON(
            parsing: Data(
                #"{"text":"a","number":1,"half":0.5,"yes":true,"no":false,"nothing":null,"list":[1,"b"],"map":{"x":1}}"#
                    .utf8))
    }

    /// The kinds of value in the document, and the accessors that each of them has.
    private static let kinds: [(key: String, accessors: Set<String>)] = [
        ("text", ["string"]), ("number", ["int", "double"]), ("half", ["double"]), ("yes", ["bool"]), ("no", ["bool"]),
        ("nothing", []), ("list", ["array"]), ("map", ["keys"]), ("missing", []),
    ]

    private func failures(_ json: JSON) -> [String: ParseFailure?] {
        func failure(_ read: () throws -> Any) -> ParseFailure? {
            do {
                _ = try read()
                return nil
            } catch { return error as? ParseFailure }
        }
        return [
            "string": failure { try json.string }, "int": failure { try json.int },
            "double": failure { try json.double },
            "bool": failure { try json.bool }, "array": failure { try json.array }, "keys": failure { try json.keys },
        ]
    }

    @Test func `every accessor reads its own kind of value and refuses all others`() {
        for kind in Self.kinds {
            for (accessor, failure) in failures(json[kind.key]) {
                #expect((failure == nil) == kind.accessors.contains(accessor), "\(kind.key).\(accessor)")
                if let failure { #expect(failure.path.description == kind.key) }
            }
        }
    }

    @Test func `the values are those of the document`() throws {
        #expect(try json.text.string == "a")
        #expect(try json.number.int == 1)
        #expect(try json.number.double == 1)
        #expect(try json.half.double == 0.5)
        #expect(try json.yes.bool)
        #expect(try !json.no.bool)
        #expect(try json.list.array.count == 2)
        #expect(try json.list[1].string == "b")
        #expect(try json.map.keys == ["x"])
        #expect(try json.keys == ["text", "number", "half", "yes", "no", "nothing", "list", "map"])
    }

    @Test func `each place is of one kind, and a missing value is of none`() {
        let kinds: [(JSON) -> Bool] = [\.isString, \.isNumber, \.isArray, \.isObject, \.isNull]
        let places = [json.text, json.number, json.half, json.list, json.map, json.nothing, json.yes, json.missing]
        let found = places.map { place in kinds.indices.filter { kinds[$0](place) } }
        #expect(found == [[0], [1], [1], [2], [3], [4], [], []])
    }

    @Test func `null is a value, and a missing key is none`() {
        #expect(json.nothing.isNull)
        #expect(json.nothing.exists)
        #expect(!json.missing.isNull)
        #expect(!json.missing.exists)
        #expect(!json.text.isNull)
        #expect(!json.missing.deeper[3].still.exists)
    }

    @Test func `a value of another kind is described with its place`() {
        let cases: [(String, String)] = [
            ("text", #"text: expected a whole number, found the string "a" (line 1, column 9)"#),
            ("half", "half: expected a whole number that an Int can hold, found 0.5 (line 1, column 31)"),
            ("nothing", "nothing: expected a whole number, found null (line 1, column 67)"),
            ("list", "list: expected a whole number, found an array (line 1, column 79)"),
            ("map", "map: expected a whole number, found an object (line 1, column 93)"),
        ]
        for (key, sentence) in cases {
            let failure = #expect(throws: ParseFailure.self, "\(key)") { try json[key].int }
            #expect(failure?.description.hasPrefix(sentence) == true, "\(key): \(failure?.description ?? "")")
        }
    }

    @Test func `a step that leads nowhere says what there was, at the first place that is missing`() {
        let cases: [(JSON, String)] = [
            (
                json.missing,
                "missing: expected a string, found nothing (the object has the keys text, number, half, yes, no, "
            ),
            (json.map.y, "map.y: expected a string, found nothing (the object has the key x)"),
            (json.list[2], "list[2]: expected a string, found nothing (the array has 2 elements)"),
            (json.list[-1], "list[-1]: expected a string, found nothing (the array has 2 elements)"),
            (json.list.first, "list.first: expected a string, found nothing (the array has 2 elements)"),
            (
                json.text.more,
                #"text.more: expected a string, found nothing (a key or an index can't lead into the string "a")"#
            ),
            (
                json.text[0],
                #"text[0]: expected a string, found nothing (a key or an index can't lead into the string "a")"#
            ),
            (json.map[0], "map[0]: expected a string, found nothing (the object has the key x)"),
            (
                json.missing.a.b,
                "missing: expected a value, found nothing (the object has the keys text,"
            ),
        ]
        for (place, sentence) in cases {
            let failure = #expect(throws: ParseFailure.self) { try place.string }
            #expect(failure?.description.hasPrefix(sentence) == true, "\(failure?.description ?? "")")
        }
    }

    @Test func `an index of any size is looked up in time`() {
        #expect(!json.list[Int.max].exists)
        #expect(!json.list[Int.min].exists)
        #expect(!json[at: ["list", .key("\(Int.max)")]].exists)
    }

    @Test func `a key or an element named like an accessor is reached by subscript`() throws {
        let json = try JSON(parsing: Data(#"{"string":1,"path":{"isNull":2},"":3}"#.utf8))
        #expect(try json["string"].int == 1)
        #expect(try json["path"]["isNull"].int == 2)
        #expect(try json[""].int == 3)
    }
}
