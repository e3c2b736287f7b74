import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Arrays of strings and numbers, which are written without a container, and members that are moved to be sorted.
struct PlainArrayTests {
    private struct Row: Encodable {
        var strings: [String] = []
        var ints: [Int] = []
        var doubles: [Double] = []
    }

    private indirect enum Nested: Encodable {
        case leaf, around(Nested)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            switch self {
            case .leaf: try container.encode(["a"])
            case .around(let inner): try container.encode(inner)
            }
        }
    }

    private static let row = Row(strings: ["a/b", "é\n", ""], ints: [1, -2, .min], doubles: [0.5, -0.0, 1e300, 7])

    @Test(arguments: [false, true]) func `they are written as JSONEncoder writes them`(isPretty: Bool) throws {
        let foundations = JSONEncoder()
        foundations.outputFormatting = isPretty ? [.sortedKeys, .prettyPrinted] : .sortedKeys
        let encoder = JSON.Encoder(output: isPretty ? [.sortedKeys, .prettyPrinted] : .sortedKeys)
        #expect(try encoder.encode(Self.row) == foundations.encode(Self.row))
        #expect(try encoder.encode([Self.row, Row()]) == foundations.encode([Self.row, Row()]))
        for strings in [[], ["a"], Self.row.strings] {
            #expect(try encoder.encode(strings) == foundations.encode(strings))
            #expect(try encoder.encode(["a": [strings, []]]) == foundations.encode(["a": [strings, []]]))
        }
    }

    @Test(arguments: [511, 512]) func `they nest as deep as other arrays`(depth: Int) {
        let value = (2..<depth).reduce(Nested.leaf) { value, _ in .around(value) }
        let written = try? JSON.Encoder().encode(value)
        #expect(written == (try? JSONEncoder().encode(value)))
        #expect((written != nil) == (depth == 511))
    }

    @Test func `a number that JSON can't represent is named by its path`() throws {
        let value = ["a": [Row(doubles: [1, .nan])]]
        let error = #expect(throws: EncodingError.self) { try JSON.Encoder().encode(value) }
        guard case .invalidValue(let number as Double, let context)? = error else {
            Issue.record("not an invalid value: \(String(describing: error))")
            return
        }
        #expect(number.isNaN)
        #expect(context.codingPath.map(\.stringValue) == ["a", "Index 0", "doubles", "Index 1"])
        let encoder = JSON.Encoder(
            nonFiniteNumbers: .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "?"))
        let text = #"{"a":[{"strings":[],"ints":[],"doubles":[1,"?"]}]}"#
        #expect(try encoder.encode(value) == Data(text.utf8))
    }

    @Test func `the longest member may be anywhere before and after members are sorted`() throws {
        let keys = ["a", "b", "c", "d"]
        for order in Self.orders(of: keys) {
            for longest in keys {
                let value = { (key: String) in key == longest ? String(repeating: key, count: 60) : key }
                let written = try JSON.Encoder(output: .sortedKeys).encode(
                    EncodingScript.object(order.map { ($0, .value, .string(value($0))) }))
                let members = keys.map { #""\#($0)":"\#(value($0))""# }
                #expect(written == Data("{\(members.joined(separator: ","))}".utf8))
            }
        }
    }

    private static func orders(of keys: [String]) -> [[String]] {
        keys.isEmpty ? [[]] : keys.flatMap { key in orders(of: keys.filter { $0 != key }).map { [key] + $0 } }
    }
}
