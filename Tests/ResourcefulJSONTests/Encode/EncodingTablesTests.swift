import ResourcefulTesting
import Testing

struct EncodingTablesTests {
    /// A type for each type.
    private struct Box<Value: Encodable>: Encodable { let value: Value }

    /// Values of different types, one after the other.
    private struct Row: Encodable {
        let values: [any Encodable]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        }
    }

    /// Members in an order, some of which may have the same key.
    private struct Members: Encodable {
        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        let keys: [String]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for (index, key) in keys.enumerated() { try container.encode(index, forKey: Key(stringValue: key)) }
        }

        /// The last member of each key, in the order of the bytes of the keys.
        var sorted: String {
            let last = Dictionary(keys.enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 })
            let members = last.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            return "{" + members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
        }
    }

    private static func boxed<Value: Encodable>(_ value: Value, _ times: Int) -> any Encodable {
        times == 0 ? value : boxed(Box(value: value), times - 1)
    }

    /// The numbers are those at which tables of types grow, or give types away.
    @Test func `values of many types are written like those of one`() {
        checkEach([1, 7, 8, 9, 31, 32, 33, 70]) { count in
            let values = (0..<count).map { Self.boxed($0, $0) }
            let texts = (0..<count).map {
                String(repeating: #"{"value":"#, count: $0) + "\($0)" + String(repeating: "}", count: $0)
            }
            let expected = "[" + (texts + texts.reversed()).joined(separator: ",") + "]"
            for encoder in [JSON.Encoder(), .sorted] {
                let text = try encoder.encode(Row(values: values + values.reversed()))
                #expect(String(decoding: text, as: UTF8.self) == expected, "\(count)")
            }
        }
    }

    /// Of keys that begin alike, the first eight bytes decide nothing. Short and long objects are sorted in different
    /// ways, few and many members too.
    @Test func `members of any number are sorted, and of the same key the last one stays`() {
        for count in [2, 3, 8, 32, 33, 100] {
            checkEach(["", "k", "the same eight bytes, "]) { start in
                var random = SplitMix64(seed: UInt64(count))
                for distinct in [1, 2, count / 2 + 1, count * 10] {
                    let keys = (0..<count).map { _ in "\(start)\(Int.random(in: 0..<distinct, using: &random))" }
                    let members = Members(keys: keys)
                    let text = String(decoding: try JSON.Encoder.sorted.encode(members), as: UTF8.self)
                    #expect(text == members.sorted, "\(count), \(start): \(keys)")
                    let row = String(decoding: try JSON.Encoder.sorted.encode([members, members]), as: UTF8.self)
                    #expect(row == "[\(members.sorted),\(members.sorted)]", "\(count), \(start): \(keys)")
                }
            }
        }
    }

    /// An order is kept for the next object of a list, which may have other keys, or the same ones in another order.
    @Test func `the members of each object of a list are sorted, whatever the object before it has`() throws {
        var random = SplitMix64(seed: 28)
        let alike = ["the same eight bytes, a", "the same eight bytes, b"]
        for _ in 0..<Effort.rounds(2_000) {
            let number = Int.random(in: 0...5, using: &random)
            let others = ["a", "b", "c", "d/e", "é"].shuffled(using: &random).prefix(number)
            let row = (0..<6).map { _ -> Members in
                // Mostly different keys, so that an order is kept, and sometimes one of them twice.
                let few = Array((alike + others).shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)))
                return Members(keys: Bool.random(using: &random) ? few : few + few.prefix(1))
            }
            // With the first two again, an order is found again, too.
            let list = row + row.prefix(2) + row.prefix(2)
            let text = String(decoding: try Self.encoder.encode(list), as: UTF8.self)
            #expect(text == "[" + list.map(\.sorted).joined(separator: ",") + "]", "\(list.map(\.keys))")
        }
    }

    private static let encoder = JSON.Encoder(output: [.sortedKeys, .withoutEscapingSlashes])
}
