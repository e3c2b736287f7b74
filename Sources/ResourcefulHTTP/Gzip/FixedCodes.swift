/// The fixed codes, which are part of the format and aren't transmitted (RFC 1951, section 3.2.6).
enum FixedCodes {
    /// The symbol that ends a block.
    static let end = 256
    /// The number of bits of that symbol.
    static let endLength = 7

    /// Writes a symbol: a byte, the end, or a range of lengths.
    static func write(literal: Int, with writer: inout BitWriter, to output: inout [UInt8]) {
        let symbol = symbols[literal]
        writer.write(symbol.code, count: symbol.count, to: &output)
    }

    /// Writes a repetition.
    static func write(length: Int, distance: Int, with writer: inout BitWriter, to output: inout [UInt8]) {
        let step = lengths[lengthIndices[length]]
        write(literal: step.symbol, with: &writer, to: &output)
        writer.write(UInt32(length - step.base), count: step.extraBits, to: &output)
        let reach = distances[index(ofDistance: distance)]
        writer.write(reversed(UInt32(reach.symbol), count: 5), count: 5, to: &output)
        writer.write(UInt32(distance - reach.base), count: reach.extraBits, to: &output)
    }

    /// Returns the number of bits of a repetition.
    static func bitCount(length: Int, distance: Int) -> Int {
        let step = lengths[lengthIndices[length]]
        return symbols[step.symbol].count + step.extraBits + 5 + distances[index(ofDistance: distance)].extraBits
    }

    /// A range of lengths or distances: its symbol, its first value, and the number of bits that select a value in it.
    private struct Step {
        let symbol: Int
        let base: Int
        let extraBits: Int
    }

    /// The table of section 3.2.5. The length 258 has its own symbol.
    private static let lengths: [Step] = {
        var steps: [Step] = []
        var base = 3
        for index in 0..<28 {
            let extraBits = index < 8 ? 0 : index / 4 - 1
            steps.append(Step(symbol: 257 + index, base: base, extraBits: extraBits))
            base += 1 << extraBits
        }
        return steps + [Step(symbol: 285, base: 258, extraBits: 0)]
    }()

    /// The index in the table for each length.
    private static let lengthIndices: [Int] = (0...258).map { length in
        lengths.lastIndex { $0.base <= length } ?? 0
    }

    /// Returns the index in the table for a distance. Each power of two has two ranges.
    private static func index(ofDistance distance: Int) -> Int {
        guard distance > 4 else { return distance - 1 }
        let exponent = Int.bitWidth - 1 - (distance - 1).leadingZeroBitCount
        return exponent * 2 + ((distance - 1) >> (exponent - 1)) & 1
    }

    private static let distances: [Step] = {
        var steps: [Step] = []
        var base = 1
        for index in 0..<30 {
            let extraBits = index < 4 ? 0 : index / 2 - 1
            steps.append(Step(symbol: index, base: base, extraBits: extraBits))
            base += 1 << extraBits
        }
        return steps
    }()

    private static let symbols: [(code: UInt32, count: Int)] = (0..<288).map { symbol in
        switch symbol {
        case 0...143: (reversed(UInt32(0x30 + symbol), count: 8), 8)
        case 144...255: (reversed(UInt32(0x190 + symbol - 144), count: 9), 9)
        case 256...279: (reversed(UInt32(symbol - 256), count: 7), 7)
        default: (reversed(UInt32(0xC0 + symbol - 280), count: 8), 8)
        }
    }

    /// Returns a code with its bits reversed: codes are written from their highest bit.
    private static func reversed(_ code: UInt32, count: Int) -> UInt32 {
        (0..<count).reduce(0) { $0 << 1 | (code >> UInt32($1)) & 1 }
    }
}
