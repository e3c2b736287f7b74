/// Decompresses gzip (RFC 1952), zlib (RFC 1950) and DEFLATE (RFC 1951), without their checksums: for a search, and not
/// for speed.
struct Inflater {
    /// The maximum number of decompressed bytes of a text.
    static let limit = 1 << 24
    /// The maximum number of compressed parts of a text.
    private static let maximumPartCount = 64

    private let bytes: [UInt8]
    private let limit: Int
    private var index: Int
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []

    /// Returns what is compressed in a text, as far as it can be read: gzip and zlib wherever they begin, and DEFLATE
    /// without a header if the text is nothing else.
    static func contents(of bytes: [UInt8]) -> [[UInt8]] {
        guard bytes.count > 8 else { return [] }
        let starts = bytes.indices.lazy.filter { isHeader(bytes[$0...]) }.prefix(maximumPartCount)
        var (contents, rest) = ([[UInt8]](), limit)
        // Text is no DEFLATE, which has all bytes.
        let places = starts.map { dataStart(of: bytes, at: $0) } + (bytes.contains { $0 >= 0x80 } ? [0] : [])
        for place in places where rest > 0 {
            var inflater = Inflater(bytes: bytes, index: place, limit: rest)
            while let isLast = inflater.inflateBlock(), !isLast {}
            guard !inflater.output.isEmpty else { continue }
            contents.append(inflater.output)
            rest -= inflater.output.count
        }
        return contents
    }

    /// Whether bytes begin as gzip or zlib does.
    static func isHeader(_ bytes: ArraySlice<UInt8>) -> Bool {
        let head = bytes.prefix(3)
        guard head.count == 3, let first = head.first else { return false }
        let second = head[head.startIndex + 1]
        if first == 0x1F { return second == 0x8B && head[head.startIndex + 2] == 8 }
        return first == 0x78 && second & 0x20 == 0 && (Int(first) << 8 | Int(second)) % 31 == 0
    }

    /// Returns the place of the first block after a header.
    private static func dataStart(of bytes: [UInt8], at start: Int) -> Int {
        guard bytes[start] == 0x1F, start + 10 <= bytes.count else { return start + 2 }
        let flags = bytes[start + 3]
        var index = start + 10
        if flags & 4 != 0, index + 1 < bytes.count { index += 2 + Int(bytes[index]) + Int(bytes[index + 1]) << 8 }
        for flag in [8, 16] as [UInt8] where flags & flag != 0 {
            index = (bytes[min(index, bytes.count)...].firstIndex(of: 0) ?? bytes.count) + 1
        }
        return flags & 2 == 0 ? index : index + 2
    }

    private init(bytes: [UInt8], index: Int, limit: Int) {
        (self.bytes, self.index, self.limit) = (bytes, index, limit)
    }

    /// Reads a number of bits; nil at the end.
    private mutating func take(_ count: Int) -> Int? {
        while bitCount < count {
            guard index < bytes.count else { return nil }
            bits |= UInt32(bytes[index]) << UInt32(bitCount)
            index += 1
            bitCount += 8
        }
        let value = bits & (1 << UInt32(count) - 1)
        bits >>= UInt32(count)
        bitCount -= count
        return Int(value)
    }

    /// Appends the content of a block, and returns whether it is the last one; nil if it can't be read to its end.
    private mutating func inflateBlock() -> Bool? {
        guard let isLast = take(1), let kind = take(2) else { return nil }
        let isWhole: Bool
        switch kind {
        case 0: isWhole = copyStored()
        case 1: isWhole = copyCoded(Self.fixedLengths, Self.fixedDistances)
        case 2:
            guard let (lengths, distances) = takeCodes() else { return nil }
            isWhole = copyCoded(lengths, distances)
        default: return nil
        }
        return isWhole && output.count < limit ? isLast == 1 : nil
    }

    private mutating func copyStored() -> Bool {
        (bits, bitCount) = (0, 0)
        guard let count = take(16), take(16) != nil, index + count <= bytes.count else { return false }
        output += bytes[index..<index + count]
        index += count
        return true
    }

    private mutating func copyCoded(_ lengths: Code, _ distances: Code) -> Bool {
        while output.count < limit {
            guard let symbol = takeSymbol(lengths) else { return false }
            switch symbol {
            case ..<256: output.append(UInt8(symbol))
            case 256: return true
            default:
                guard symbol < 286, let more = take(Self.extraLengthBits(symbol - 257)),
                    let place = takeSymbol(distances), place < 30, let far = take(max(0, place / 2 - 1))
                else { return false }
                let count = Self.baseLengths[symbol - 257] + more
                let distance = (place < 4 ? place + 1 : (2 + place % 2) << (place / 2 - 1) + 1) + far
                guard distance <= output.count else { return false }
                for _ in 0..<count { output.append(output[output.count - distance]) }
            }
        }
        return false
    }

    private static func extraLengthBits(_ index: Int) -> Int { index < 8 || index == 28 ? 0 : index / 4 - 1 }

    private static let baseLengths = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
}

// Huffman codes.
extension Inflater {
    /// A canonical Huffman code: the number of codes of each length, and the symbols in order.
    private struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int] = []

        init(_ lengths: [Int]) {
            for length in lengths where length > 0 { counts[length] += 1 }
            symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
        }
    }

    private static let fixedLengths = Code(
        (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = Code([Int](repeating: 5, count: 30))
    /// The order in which the lengths of the code lengths are written (RFC 1951, section 3.2.7).
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private mutating func takeSymbol(_ code: Code) -> Int? {
        var (value, first, place) = (0, 0, 0)
        for length in 1...15 {
            guard let bit = take(1) else { return nil }
            value |= bit
            let count = code.counts[length]
            if value - count < first { return code.symbols[place + value - first] }
            place += count
            first = (first + count) << 1
            value <<= 1
        }
        return nil
    }

    /// Reads the codes of a block.
    private mutating func takeCodes() -> (lengths: Code, distances: Code)? {
        guard let more = take(5), let far = take(5), let count = take(4) else { return nil }
        var lengths = [Int](repeating: 0, count: 19)
        for place in 0..<count + 4 {
            guard let length = take(3) else { return nil }
            lengths[Self.order[place]] = length
        }
        let code = Code(lengths)
        var all: [Int] = []
        while all.count < more + 257 + far + 1 {
            guard let symbol = takeSymbol(code) else { return nil }
            switch symbol {
            case ..<16: all.append(symbol)
            case 16:
                guard let last = all.last, let count = take(2) else { return nil }
                all += repeatElement(last, count: count + 3)
            default:
                guard let count = take(symbol == 17 ? 3 : 7) else { return nil }
                all += repeatElement(0, count: count + (symbol == 17 ? 3 : 11))
            }
        }
        return (Code(Array(all.prefix(more + 257))), Code(Array(all.dropFirst(more + 257))))
    }
}
