import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is UTF-8 is what the standard library and Foundation say it is, wherever it stands: a scanner that looks at
/// many bytes at once could be wrong at the edges of what it looks at.
@Suite(.permit, .blocking) struct UTF8AgreementTests {
    /// The first and the last scalar of each length, and of each range that RFC 3629 distinguishes.
    private static let scalars: [UInt32] = [
        0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xCFFF, 0xD000, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x3FFFF,
        0x40000, 0xFFFFF, 0x100000, 0x10FFFF,
    ]

    private static let wrong: [[UInt8]] = [
        // A byte that continues nothing, and bytes that begin nothing.
        [0x80], [0xBF], [0xC0], [0xC1], [0xF5], [0xF8], [0xFE], [0xFF],
        // Too many bytes for the scalar.
        [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xF0, 0x80, 0x80, 0x80],
        [0xF0, 0x8F, 0xBF, 0xBF],
        // Surrogates, and what is after the last scalar.
        [0xED, 0xA0, 0x80], [0xED, 0xAF, 0xBF], [0xED, 0xB0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
        [0xF4, 0xBF, 0xBF, 0xBF], [0xF5, 0x80, 0x80, 0x80], [0xF7, 0xBF, 0xBF, 0xBF],
        // One more byte than the scalar has.
        [0xC3, 0xA9, 0x80], [0xE3, 0x81, 0x82, 0x80], [0xF0, 0x9F, 0x98, 0x80, 0x80],
    ]

    /// Those, and each with its last bytes left out.
    private static let sequences: [[UInt8]] = {
        let whole = scalars.compactMap { Unicode.Scalar($0) }.map { Array(String($0).utf8) } + wrong
        return whole.flatMap { bytes in (1...bytes.count).map { Array(bytes.prefix($0)) } }
    }()

    /// Text around a sequence, in scripts of one to four bytes a character.
    private static let fillers = ["a", "é", "あ", "😀", "aあ😀é"].map { Array($0.utf8) }

    /// So many bytes of a script, or as many as its characters fill.
    private static func fill(_ count: Int, _ filler: [UInt8]) -> [UInt8] {
        let rest = [UInt8](repeating: UInt8(ascii: "x"), count: count % filler.count)
        return rest + Array(repeatElement(filler, count: count / filler.count).joined())
    }

    /// The number of bytes before the first that isn't UTF-8.
    private static func validCount(_ bytes: [UInt8]) -> Int {
        var parser = Unicode.UTF8.ForwardParser()
        var (iterator, count) = (bytes.makeIterator(), 0)
        while case .valid(let scalar) = parser.parseScalar(from: &iterator) { count += scalar.count }
        return count
    }

    private func check(_ content: [UInt8], isDecoded: Bool = false) {
        let text = Self.validCount(content) == content.count ? String(decoding: content, as: UTF8.self) : nil
        for (before, after) in [("\"", "\""), ("{\"k\": [\"", "\"], \"l\": 1}"), ("{\"", "\":\"あ\"}")] {
            let document = Array(before.utf8) + content + Array(after.utf8)
            do {
                let json = try JSON(parsing: Data(document))
                let read =
                    try before == "\"" ? json.string : json.isObject && json.k.exists ? json.k[0].string : json.keys[0]
                #expect(read == text && read.utf8.elementsEqual(content), "\(content)")
            } catch {
                let failure = error as? ParseFailure
                #expect(text == nil && failure?.expected == "UTF-8", "\(content)")
                #expect(failure?.position?.column == before.utf8.count + Self.validCount(content) + 1, "\(content)")
            }
        }
        guard isDecoded else { return }
        let theirs = try? JSONDecoder().decode(
            [String].self, from: Data(Array("[\"".utf8) + content + Array("\"]".utf8)))
        #expect(theirs?.first == text, "\(content)")
    }

    @Test func `every sequence is judged alike at every place`() {
        let last = Effort.size(reduced: 33, usual: 66, full: 130)
        for sequence in Self.sequences {
            for count in 0...last where !Effort.isReduced || (count &+ sequence.count) % 3 == 0 || count % 16 < 2 {
                let filler = Self.fillers[(count &+ sequence.count) % Self.fillers.count]
                let after = Self.fillers[(count / 5 &+ sequence.count) % Self.fillers.count]
                check(
                    Self.fill(count, filler) + sequence + Self.fill((count * 7) % 40, after), isDecoded: count % 16 == 0
                )
            }
        }
    }

    @Test func `every pair of bytes is judged alike, whatever follows`() {
        var random = SplitMix64(seed: 59)
        let seconds = (UInt8.min...UInt8.max).filter { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
        for first in UInt8(0x80)...UInt8.max {
            for second in seconds where !Effort.isReduced || Int.random(in: 0..<16, using: &random) == 0 {
                for tail in [[], [0x80], [0xBF, 0xBF]] as [[UInt8]] {
                    let filler = Self.fillers[Int.random(in: 0..<5, using: &random)]
                    let before = Self.fill(Int.random(in: 0..<40, using: &random), filler)
                    check(before + [first, second] + tail + Self.fill(Int.random(in: 0..<20, using: &random), filler))
                }
            }
        }
    }

    @Test func `bytes at random between characters are judged alike`() {
        var random = SplitMix64(seed: 60)
        for _ in 0..<Effort.rounds(40_000, full: 400_000) {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1..<24, using: &random) {
                bytes += Self.fillers.randomElement(using: &random) ?? []
            }
            for _ in 0..<Int.random(in: 0..<3, using: &random) {
                let byte = UInt8.random(in: 0x80...0xFF, using: &random)
                bytes[Int.random(in: bytes.indices, using: &random)] = byte
            }
            check(bytes, isDecoded: true)
        }
    }

    @Test func `a document that ends in a character fails at its end, and one cut elsewhere says what is missing`() {
        for filler in Self.fillers {
            let text = [UInt8(ascii: "\"")] + Self.fill(40, filler)
            for count in 1...text.count {
                let failure = #expect(throws: ParseFailure.self) { try JSON(parsing: Data(text.prefix(count))) }
                let isWhole = Self.validCount(Array(text.prefix(count))) == count
                #expect(failure?.expected == (isWhole ? "the closing quote of a string" : "UTF-8"))
                #expect(failure?.position?.column == count + 1)
            }
        }
    }
}
