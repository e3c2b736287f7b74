import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The members of an object are found in whatever order a type requests them. The decoder looks behind the last one
/// first, and moves back when a request does.
struct RequestOrderTests {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// The numbers of keys, requested in an order, in each of two passes.
    private struct Requests: Decodable {
        static let order = CodingUserInfoKey(rawValue: "order")

        let found: [Int?]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let order = Self.order.flatMap { decoder.userInfo[$0] as? [String] } ?? []
            found = try (order + order).map { try container.decodeIfPresent(Int.self, forKey: Key(stringValue: $0)) }
        }
    }

    @Test func `the first member of each key is found, whichever was requested before`() throws {
        var random = SplitMix64(seed: 64)
        for _ in 0..<Effort.rounds(4_000, full: 40_000) {
            // Few keys stand twice, or many; with more than 64 members, an object has a table.
            let (count, names) = (Int.random(in: 0..<90, using: &random), Int.random(in: 1..<120, using: &random))
            let keys = (0..<count).map { _ in "key\(Int.random(in: 0..<names, using: &random))" }
            let members = keys.enumerated().map { index, key in
                let spelled = Int.random(in: 0..<9, using: &random) == 0 ? "\\u006b" + key.dropFirst() : key
                return "\"\(spelled)\":\(index),\"other\(index)\":[{\"key1\":-1}]"
            }
            let document = Data("[{\"key2\":-2},{\(members.joined(separator: ","))}]".utf8)
            var order = (0..<names).map { "key\($0)" }.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
            if Bool.random(using: &random) { order.shuffle(using: &random) }
            let known = try #require(Requests.order)
            let decoder = JSON.Decoder(userInfo: [known: order])
            let found = try decoder.decode([Requests].self, from: document)[1].found
            let expected = order.map { key in keys.firstIndex(of: key) }
            #expect(found == expected + expected, "\(order)")
        }
    }
}
