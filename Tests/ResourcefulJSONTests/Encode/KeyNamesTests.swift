import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Objects in an array, whose keys are asked for their names once.
struct KeyNamesTests {
    /// Names of every length around the longest one that is remembered, with and without what is escaped.
    private enum Name: UInt8, CodingKey, CaseIterable {
        case empty, one, seven, eight, nine, fifteen, sixteen, seventeen, twentyTwo, twentyThree, slash, quote, accent
        case newline, twin, otherTwin

        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
        var intValue: Int? { nil }

        var stringValue: String {
            switch self {
            case .empty: ""
            case .one: "a"
            case .seven: "seven77"
            case .eight: "eight888"
            case .nine: "nine99999"
            case .fifteen: "fifteen55555555"
            case .sixteen: "sixteen666666666"
            case .seventeen: "seventeen77777777"
            case .twentyTwo: String(repeating: "t", count: 22)
            case .twentyThree: String(repeating: "t", count: 23)
            case .slash: "a/b"
            case .quote: "a\"b\\"
            case .accent: "é🙂"
            case .newline: "a\nb"
            case .twin, .otherTwin: "twin"
            }
        }
    }

    /// A key of one byte with more values than there are places.
    private struct Number: CodingKey {
        let number: UInt8
        var stringValue: String { "n\(number)" }
        var intValue: Int? { nil }
        init(_ number: UInt8) { self.number = number }
        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
    }

    private struct Row: Encodable {
        let names: [Name]
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            for (index, name) in names.enumerated() { try container.encode(index, forKey: name) }
        }
    }

    private struct Numbered: Encodable {
        let rest: [Row]
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Number.self)
            for number in UInt8.min...UInt8.max { try container.encode([number], forKey: Number(number)) }
            // The same object through another type of keys.
            var other = encoder.container(keyedBy: Name.self)
            try other.encode(rest, forKey: .eight)
        }
    }

    private static let outputs: [(JSON.Encoder.Output, JSONEncoder.OutputFormatting)] = [
        (.sortedKeys, .sortedKeys), ([.sortedKeys, .prettyPrinted], [.sortedKeys, .prettyPrinted]),
        ([.sortedKeys, .withoutEscapingSlashes], [.sortedKeys, .withoutEscapingSlashes]),
    ]

    @Test(arguments: 0..<outputs.count) func `they are written as JSONEncoder writes them`(index: Int) throws {
        let (output, formatting) = Self.outputs[index]
        let foundations = JSONEncoder()
        foundations.outputFormatting = formatting
        let encoder = JSON.Encoder(output: output)
        let rows = (0..<40).map { seed in
            var random = SplitMix64(seed: UInt64(seed))
            return Row(names: Array(Name.allCases.shuffled(using: &random).prefix(1 + seed % 16)))
        }
        #expect(try encoder.encode(rows) == foundations.encode(rows))
        let numbered = [Numbered(rest: rows), Numbered(rest: [])]
        #expect(try encoder.encode(numbered) == foundations.encode(numbered))
        #expect(try encoder.encode(["a": rows]) == foundations.encode(["a": rows]))
    }

    @Test func `of two keys with the same name the last one counts, as for other keys`() throws {
        let row = Row(names: [.twin, .one, .otherTwin])
        #expect(String(decoding: try JSON.Encoder().encode([row, row]), as: UTF8.self).contains(#""twin":2"#))
        #expect(!String(decoding: try JSON.Encoder().encode([row, row]), as: UTF8.self).contains(#""twin":0"#))
    }

    @Test func `a strategy renames keys in every object`() throws {
        struct Camel: Encodable { let someKey = 1 }
        let encoder = JSON.Encoder(keys: .convertToSnakeCase)
        let text = String(decoding: try encoder.encode([Camel(), Camel(), Camel()]), as: UTF8.self)
        #expect(text == #"[{"some_key":1},{"some_key":1},{"some_key":1}]"#)
    }
}
