import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Escapes are read as Foundation reads them: four digits are looked at at once, and runs of them without a pause.
struct EscapeAgreementTests {
    private func check(_ content: String) {
        let data = Data("[\"\(content)\"]".utf8)
        let theirs = try? JSONDecoder().decode([String].self, from: data).first
        let ours = try? JSON.Decoder().decode([String].self, from: data).first
        #expect(ours == theirs && ours.map { Array($0.utf8) } == theirs.map { Array($0.utf8) }, "\(content)")
        #expect((try? JSON(parsing: data)[0].string) == theirs, "\(content)")
    }

    private func escape(_ unit: UInt16, _ random: inout SplitMix64) -> String {
        let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    @Test func `every unit is read alike`() {
        var random = SplitMix64(seed: 61)
        for unit in UInt16.min...UInt16.max
        where !Effort.isReduced || unit % 61 == 0 || unit < 0x120 || unit / 16 == 0x80 {
            check(escape(unit, &random))
        }
    }

    @Test func `of all characters exactly the digits of hexadecimal numbers are digits, at each of four places`() {
        for byte in UInt8(0x20)..<0x80 {
            for place in 0..<4 {
                var digits = Array("30a2".utf8)
                digits[place] = byte
                check("\\u" + String(decoding: digits, as: UTF8.self) + "\\u3042あ")
            }
        }
    }

    @Test func `runs of escapes, halves of pairs, and text between them are read alike`() {
        var random = SplitMix64(seed: 62)
        let plain = ["a", "é", "あ", "😀", "\\n", "\\\"", "\\\\", "\\/", "plain text of some length, ", "日本語の文章、"]
        let units: [ClosedRange<UInt16>] = [
            0...0x7F, 0x80...0x7FF, 0x800...0xD7FF, 0x3040...0x30FF, 0xE000...0xFFFF,
        ]
        for _ in 0..<Effort.rounds(20_000, full: 200_000) {
            var content = ""
            for _ in 0..<Int.random(in: 1..<20, using: &random) {
                switch Int.random(in: 0..<40, using: &random) {
                case 0: content += escape(UInt16.random(in: 0xD800...0xDFFF, using: &random), &random)
                case 1..<10: content += plain.randomElement(using: &random) ?? ""
                case 10..<14:
                    content += escape(UInt16.random(in: 0xD800...0xDBFF, using: &random), &random)
                    content += escape(UInt16.random(in: 0xDC00...0xDFFF, using: &random), &random)
                default:
                    let range = units.randomElement(using: &random) ?? 0...0
                    content += escape(UInt16.random(in: range, using: &random), &random)
                }
            }
            check(content)
        }
    }

    @Test func `a document that ends in an escape is refused, wherever it ends`() {
        let text = Array("\"\\u3042\\ud83d\\ude00\\n\\u00e9 and more text\\u3042".utf8)
        for count in 1...text.count {
            #expect(throws: ParseFailure.self) { try JSON(parsing: Data(text.prefix(count))) }
        }
    }
}
