/// The deflate format (RFC 1951). It finds repetitions in the last 32 KB and writes them with the fixed codes, or
/// stores the bytes unchanged if that is shorter.
struct Deflate {
    private static let windowSize = 32_768
    private static let blockSize = 32_768

    /// The window of earlier bytes, and then the bytes that aren't compressed yet.
    private var buffer: [UInt8] = []
    /// The offset of the bytes that aren't compressed yet.
    private var start = 0
    private var finder = MatchFinder()
    private var writer = BitWriter()
    private var tokens: [Token] = []

    /// A literal byte, or a repetition of earlier bytes.
    struct Token {
        /// The byte, or the length of the repetition.
        let value: UInt16
        /// The distance back to the repeated bytes; 0 for a literal byte.
        let distance: UInt16
    }

    /// Adds bytes, and writes whole blocks.
    mutating func append(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Self.blockSize - (buffer.count - start))
            buffer.append(contentsOf: piece)
            rest = rest.dropFirst(piece.count)
            if buffer.count - start == Self.blockSize { writeBlock(isLast: false, to: &output) }
        }
    }

    /// Writes the remaining bytes and the end.
    mutating func finish(into output: inout [UInt8]) {
        writeBlock(isLast: true, to: &output)
        writer.align(&output)
    }

    private mutating func writeBlock(isLast: Bool, to output: inout [UInt8]) {
        let bitCount = findTokens()
        writer.write(isLast ? 1 : 0, count: 1, to: &output)
        if bitCount > (buffer.count - start) * 8 { store(&output) } else { writeTokens(to: &output) }
        slide()
    }

    /// Splits the block into tokens. Returns the number of bits that they take.
    private mutating func findTokens() -> Int {
        tokens.removeAll(keepingCapacity: true)
        return buffer.withUnsafeBufferPointer { bytes in
            var (place, bitCount) = (start, FixedCodes.endLength)
            while place < bytes.count {
                let match = finder.match(at: place, in: bytes)
                if match.length >= MatchFinder.minimumLength {
                    tokens.append(Token(value: UInt16(match.length), distance: UInt16(match.distance)))
                    for skipped in place..<(place + match.length) { finder.insert(skipped, in: bytes) }
                    place += match.length
                    bitCount += FixedCodes.bitCount(length: match.length, distance: match.distance)
                } else {
                    tokens.append(Token(value: UInt16(bytes[place]), distance: 0))
                    finder.insert(place, in: bytes)
                    bitCount += bytes[place] < 144 ? 8 : 9
                    place += 1
                }
            }
            return bitCount
        }
    }

    /// Writes a block with the fixed codes (section 3.2.6).
    private mutating func writeTokens(to output: inout [UInt8]) {
        writer.write(1, count: 2, to: &output)
        for token in tokens {
            if token.distance == 0 {
                FixedCodes.write(literal: Int(token.value), with: &writer, to: &output)
            } else {
                FixedCodes.write(
                    length: Int(token.value), distance: Int(token.distance), with: &writer, to: &output)
            }
        }
        FixedCodes.write(literal: FixedCodes.end, with: &writer, to: &output)
    }

    /// Writes a block of unchanged bytes (section 3.2.4).
    private mutating func store(_ output: inout [UInt8]) {
        writer.write(0, count: 2, to: &output)
        writer.align(&output)
        let count = UInt32(buffer.count - start)
        writer.write(count, count: 16, to: &output)
        writer.write(~count & 0xFFFF, count: 16, to: &output)
        output += buffer[start...]
    }

    /// Keeps only the bytes that can still be repeated.
    private mutating func slide() {
        let surplus = max(0, buffer.count - Self.windowSize)
        if surplus > 0 {
            buffer.removeFirst(surplus)
            finder.slide(by: surplus)
        }
        start = buffer.count
    }
}
