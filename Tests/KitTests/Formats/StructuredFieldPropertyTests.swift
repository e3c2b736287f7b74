import ResourcefulFormats
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

private typealias Field = StructuredField

/// Laws of structured fields, over generated values.
struct StructuredFieldPropertyTests {
    @Test func `what was written is read as the same`() throws {
        var random = SplitMix64(seed: 41)
        for _ in 0..<Effort.rounds(2_000) {
            let item = random.item()
            #expect(try Field.Item(parsing: item.serialized()) == item)
            let list = Field.List((0..<Int.random(in: 0...4, using: &random)).map { _ in random.member() })
            let text = try list.serialized()
            #expect(try Field.List(parsing: text) == list)
            #expect(try Field.List(parsing: text).serialized() == text)
            let dictionary = Field.Dictionary(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in (random.key(), random.member()) })
            #expect(try Field.Dictionary(parsing: dictionary.serialized()) == dictionary)
        }
    }

    @Test func `the lines of a list mean what one line means`() throws {
        var random = SplitMix64(seed: 42)
        for _ in 0..<Effort.rounds(500) {
            let members = (0..<Int.random(in: 1...4, using: &random)).map { _ in random.member() }
            let lines = try members.map { try Field.List([$0]).serialized() }
            #expect(try Field.List(parsing: lines) == Field.List(members))
        }
    }

    @Test func `no text makes the parser fail but with an error, and what is read can be written`() throws {
        var random = SplitMix64(seed: 43)
        let marks = Array("aZ01-.,;= =\"\\:?@%*()/_'\t~").map(String.init) + ["%\"", "é", "\0", "a=", "?1", "%c3%bc"]
        var wellFormed = 0
        for _ in 0..<Effort.rounds(30_000) {
            let text = (0..<Int.random(in: 0...9, using: &random))
                .map { _ in marks.randomElement(using: &random) ?? "" }.joined()
            if let item = try? Field.Item(parsing: text) {
                #expect(try Field.Item(parsing: item.serialized()) == item)
                wellFormed += 1
            }
            if let list = try? Field.List(parsing: text) {
                #expect(try Field.List(parsing: list.serialized()) == list)
            }
            if let dictionary = try? Field.Dictionary(parsing: text) {
                #expect(try Field.Dictionary(parsing: dictionary.serialized()) == dictionary)
            }
        }
        #expect(wellFormed > Effort.rounds(500))
    }

    @Test func `any text is a display string`() throws {
        var random = SplitMix64(seed: 44)
        for _ in 0..<Effort.rounds(2_000) {
            let text = random.arbitraryText()
            let written = try Field.Item(.displayString(text)).serialized()
            #expect(written.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
            guard case .displayString(let read) = try Field.Item(parsing: written).value else {
                Issue.record("\(written) is read as something else")
                continue
            }
            #expect(Array(read.utf8) == Array(text.utf8))
        }
    }

    @Test func `a long field is read in one pass`() throws {
        let count = Effort.rounds(50_000)
        let members = (0..<count).map { "k\($0)=\($0)" }.joined(separator: ",")
        #expect(try Field.Dictionary(parsing: members).count == count)
        let parameters = "1" + (0..<count).map { ";k\($0)" }.joined()
        #expect(try Field.Item(parsing: parameters).parameters.count == count)
    }
}

extension SplitMix64 {
    fileprivate mutating func member() -> StructuredField.Member {
        guard Bool.random(using: &self) else { return .item(item()) }
        let items = (0..<Int.random(in: 0...3, using: &self)).map { _ in item() }
        return .innerList(.init(items, parameters: parameters()))
    }

    fileprivate mutating func item() -> StructuredField.Item { .init(bareItem(), parameters: parameters()) }

    private mutating func parameters() -> StructuredField.Parameters {
        .init((0..<Int.random(in: 0...2, using: &self)).map { _ in (key(), bareItem()) })
    }

    fileprivate mutating func key() -> String {
        ["a", "b", "*", "a_1", "z-.*", "k\(Int.random(in: 0...3, using: &self))"].randomElement(using: &self) ?? "a"
    }

    private mutating func bareItem() -> StructuredField.BareItem {
        switch Int.random(in: 0..<8, using: &self) {
        case 0: .integer(Int.random(in: -999_999_999_999_999...999_999_999_999_999, using: &self))
        case 1: .decimal(Double(Int.random(in: -999_999_999_999_999...999_999_999_999_999, using: &self)) / 1000)
        case 2: .string(arbitraryASCII())
        case 3: .token(["*", "a", "A:/b", "foo123/456", "x!#$%&'*+-.^_`|~"].randomElement(using: &self) ?? "a")
        case 4:
            .byteSequence(
                Data((0..<Int.random(in: 0...9, using: &self)).map { _ in .random(in: 0...255, using: &self) }))
        case 5: .boolean(Bool.random(using: &self))
        case 6:
            .date(Date(timeIntervalSince1970: Double(Int.random(in: -100_000_000_000...100_000_000_000, using: &self))))
        default: .displayString(arbitraryText())
        }
    }
}
