import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is read, failed and compared of JSON takes time in proportion to its size.
@Suite(.alone, .blocking) struct JSONGrowthTests {
    /// Eight times as many rows, tried and given up: eight times as long, and not sixty-four.
    @Test func `ignored failures take time in proportion to their number`() throws {
        let ratio = try Growth.ratio(from: 1_000, to: 8_000, upTo: 24) { count in
            let text = "[\((0..<count).map { #"{"id":\#($0),"price":"\#($0)"}"# }.joined(separator: ","))]"
            let json = try JSON(parsing: Data(text.utf8))
            return {
                let absent = try json.array.compactMap { try? $0.subtitle.string }
                let rows = try json.decode([Priced].self)
                #expect(absent.isEmpty && rows.count == count)
            }
        }
        #expect(ratio <= 24)
    }

    /// A number or a text.
    struct Priced: Decodable {
        enum CodingKeys: CodingKey { case price }
        let price: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let number = try? container.decode(Int.self, forKey: .price)
            price = try number.map(String.init) ?? container.decode(String.self, forKey: .price)
        }
    }

    @Test func `a missing value costs nothing until somebody asks why`() throws {
        // Its place in the document would take as long as what stands before it.
        let ratio = try Growth.ratio(from: 500, to: 4_000, upTo: 24) { count in
            let members = (0..<count).map { "{\"id\":\($0),\"name\":\"\(String(repeating: "x", count: 200))\"}" }
            let json = try JSON(parsing: Data("[\(members.joined(separator: ","))]".utf8))
            return {
                let missing = try json.array.count { !$0.subtitle.exists }
                #expect(missing == count)
            }
        }
        #expect(ratio <= 24)
    }

    /// Linear: 16 times as many take 16 times as long, and not 256 times.
    @Test func `a set of many equal in their beginnings is made at once`() throws {
        let ratio = try Growth.ratio(from: 500, to: 8_000, upTo: 16 * 4) { count in
            let elements = (0..<count).map { ["kind": "row", "list": [1, 2, 3], "id": "\($0)"] as JSON }
            return { #expect(Set(elements).count == count) }
        }
        #expect(ratio <= 16 * 4)
    }
}
