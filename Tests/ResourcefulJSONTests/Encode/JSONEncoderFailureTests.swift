import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct JSONEncoderFailureTests {
    private typealias Key = EncodingScript.Key

    /// A value that does with its encoder what a test says.
    private struct Custom: Encodable {
        let write: (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try write(encoder) }
    }

    private static let key = Key(stringValue: "a")

    private func failure(_ encode: () throws -> Data) throws -> EncodingError.Context {
        let error = #expect(throws: EncodingError.self) { try encode() }
        guard case .invalidValue(_, let context) = try #require(error) else { throw CancellationError() }
        return context
    }

    @Test func `failures have the paths and the words of JSONEncoder's`() throws {
        let scripts: [EncodingScript] = [
            .nothing, .double(.nan), .float(-.infinity), .numbers([1, .infinity]), .single(.double(.nan)),
            .object([("a", .value, .array([(.value, .null), (.value, .double(.nan))]))]),
            .object([("a", .superEncoder, .object([("b", .value, .float(.nan))]))]),
            .array([(.superEncoder, .array([(.value, .single(.double(.nan)))]))]),
            .date(Date(timeIntervalSinceReferenceDate: .infinity)),
        ]
        for script in scripts {
            let ours = try failure { try JSON.Encoder().encode(script) }
            let foundations = try failure { try JSONEncoder().encode(script) }
            #expect(ours.codingPath.map(\.stringValue) == foundations.codingPath.map(\.stringValue), "\(script)")
            #expect(ours.codingPath.map(\.intValue) == foundations.codingPath.map(\.intValue), "\(script)")
            #expect(ours.debugDescription == foundations.debugDescription, "\(script)")
        }
    }

    @Test func `the path leads through nested containers, where JSONEncoder's leaves them out`() throws {
        let context = try failure {
            try JSON.Encoder().encode(
                Custom { encoder in
                    var outer = encoder.container(keyedBy: Key.self)
                    var list = outer.nestedUnkeyedContainer(forKey: Self.key)
                    try list.encodeNil()
                    var inner = list.nestedContainer(keyedBy: Key.self)
                    #expect(inner.codingPath.map(\.stringValue) == ["a", "Index 1"])
                    try inner.encode(Double.nan, forKey: Key(stringValue: "b"))
                })
        }
        #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1", "b"])
    }

    @Test func `a decimal that isn't a number is refused, where JSONEncoder writes invalid JSON`() throws {
        let context = try failure { try JSON.Encoder().encode(["a": [Decimal.nan]]) }
        #expect(context.codingPath.map(\.stringValue) == ["a", "Index 0"])
    }

    @Test(arguments: [511, 512]) func `containers nest as deep as JSONEncoder lets them`(depth: Int) {
        var value = EncodingScript.array([])
        for level in 1..<depth {
            value = level % 2 == 0 ? .array([(.value, value)]) : .object([("a", .value, value)])
        }
        let ours = try? JSON.Encoder(output: .sortedKeys).encode(value)
        #expect(ours == (try? JSONEncoder().encode(value)))
        #expect((ours != nil) == (depth == 511))
    }

    @Test func `a value without end is refused`() throws {
        final class Endless: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode(self)
            }
        }
        #expect(throws: EncodingError.self) { try JSON.Encoder().encode(Endless()) }
    }

    @Test func `what fails and is caught leaves no trace`() throws {
        let value = Custom { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: Self.key)
            let failing = EncodingScript.array([(.nested, .array([])), (.value, .double(.nan))])
            try? container.encode(failing, forKey: Key(stringValue: "b"))
            var list = container.nestedUnkeyedContainer(forKey: Key(stringValue: "c"))
            try? list.encode(failing)
            try list.encode("after")
        }
        let text = #"{"a":1,"c":["after"]}"#
        #expect(try JSON.Encoder().encode(value) == Data(text.utf8))
        #expect(try JSON.Encoder(output: .sortedKeys).encode(value) == Data(text.utf8))
    }

    @Test func `two values at one place are refused, where JSONEncoder ends the process`() throws {
        let misuses: [(any Encoder) throws -> Void] = [
            { encoder in
                _ = encoder.unkeyedContainer()
                _ = encoder.container(keyedBy: Key.self)
            },
            { encoder in
                let container = encoder.singleValueContainer
                var (first, second) = (container(), container())
                try first.encode(1)
                try second.encode(2)
            },
            { encoder in
                var container = encoder.container(keyedBy: Key.self)
                _ = container.nestedUnkeyedContainer(forKey: Self.key)
                var nested = container.nestedContainer(keyedBy: Key.self, forKey: Self.key)
                try nested.encode(1, forKey: Self.key)
            },
            { encoder in
                var container = encoder.container(keyedBy: Key.self)
                try container.encode(["b": 1], forKey: Self.key)
                _ = container.nestedContainer(keyedBy: Key.self, forKey: Self.key)
            },
        ]
        for misuse in misuses {
            for output in [JSON.Encoder.Output(), .sortedKeys] {
                #expect(throws: EncodingError.self) { try JSON.Encoder(output: output).encode([Custom(write: misuse)]) }
            }
        }
    }
}
