import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Renamed keys, as `JSONDecoder` renames them, whatever the object before looked like.
struct RenamedKeyTests {
    struct Row: Decodable, Equatable {
        var abCd: Int?
        var xyZw: Int?
        var plain: Int?
        var other: Int?
    }

    /// Spellings of equal length, of one name in two ways, with escapes, and of nothing that the type knows.
    private static let spellings = [
        "ab_cd", "xy_zw", "abCd", "xyZw", "plain", "other", #"ab\u005fcd"#, "ab__cd", "aa_aa", "", "_plain",
    ]

    private static func text(_ numbers: inout SplitMix64, wide: Bool) -> String {
        let rows = (0..<Int.random(in: 1...6, using: &numbers)).map { _ in
            var members = (0..<Int.random(in: 0...4, using: &numbers)).map { _ in
                "\"\(spellings.randomElement(using: &numbers) ?? "")\":\(Int.random(in: 0...9, using: &numbers))"
            }
            if wide { members += (0..<20).map { "\"filler_\($0)\":\($0)" } }
            return "{\(members.joined(separator: ","))}"
        }
        return "[\(rows.joined(separator: ","))]"
    }

    @Test(arguments: [false, true]) func `a list of objects of any shape is read as by JSONDecoder`(
        wide: Bool
    ) throws {
        var numbers = SplitMix64(seed: 11)
        let foundations = JSONDecoder()
        foundations.keyDecodingStrategy = .convertFromSnakeCase
        for _ in 0..<500 {
            let text = Self.text(&numbers, wide: wide)
            let theirs = try foundations.decode([Row].self, from: Data(text.utf8))
            let ours = try JSON.Decoder(keys: .convertFromSnakeCase).decode([Row].self, from: Data(text.utf8))
            #expect(ours == theirs, "\(text)")
        }
    }
}
