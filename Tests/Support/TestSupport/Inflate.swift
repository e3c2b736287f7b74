#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Undoes gzip, slowly and simply, from RFC 1951 and RFC 1952 and not from the code that compresses.
package struct Inflate {
    package struct Malformed: Error {
        let reason: String
        init(_ reason: String) { self.reason = reason }
    }

    private let bytes: [UInt8]
    private var place: Int
    private var output: [UInt8] = []

    private init(bytes: [UInt8], place: Int) {
        self.bytes = bytes
        self.place = place
    }

    /// The content of one member.
    package static func gunzipped(_ data: Data) throws -> Data {
        let bytes = Array(data)
        guard bytes.count >= 18, bytes[..<4] == [0x1F, 0x8B, 8, 0] else { throw Malformed("head") }
        var inflate = Inflate(bytes: bytes, place: 80)
        while try !inflate.block() {}
        let end = (inflate.place + 7) / 8
        guard end + 8 == bytes.count else { throw Malformed("length") }
        let number = { (start: Int) in (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) } }
        guard number(end) == checksum(inflate.output) else { throw Malformed("checksum") }
        guard number(end + 4) == UInt32(truncatingIfNeeded: inflate.output.count) else { throw Malformed("size") }
        return Data(inflate.output)
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { state, byte in state >> 8 ^ remainders[Int(UInt8(truncatingIfNeeded: state) ^ byte)] }
    }

    /// What each byte leaves behind.
    private static let remainders: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(byte) { value, _ in value >> 1 ^ (value & 1) * 0xEDB8_8320 }
    }

    private mutating func bits(_ count: Int) throws -> Int {
        var value = 0
        for shift in 0..<count {
            guard place / 8 < bytes.count else { throw Malformed("cut short") }
            value |= Int(bytes[place / 8] >> UInt8(place % 8) & 1) << shift
            place += 1
        }
        return value
    }

    /// Reads a block; returns whether it was the last one.
    private mutating func block() throws -> Bool {
        let isLast = try bits(1) == 1
        switch try bits(2) {
        case 0:
            place = (place + 7) / 8 * 8
            let (count, check) = (try bits(16), try bits(16))
            guard count == ~check & 0xFFFF else { throw Malformed("stored length") }
            for _ in 0..<count { output.append(UInt8(try bits(8))) }
        case 1: while try token(.fixedLiterals, .fixedDistances) {}
        case 2:
            let (literals, distances) = try codes()
            while try token(literals, distances) {}
        default: throw Malformed("there is no such kind of block")
        }
        return isLast
    }

    /// Reads the codes of a block (RFC 1951, section 3.2.7).
    private mutating func codes() throws -> (literals: Codes, distances: Codes) {
        let (literalCount, distanceCount) = (try bits(5) + 257, try bits(5) + 1)
        var lengths = [Int](repeating: 0, count: 19)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        for index in order.prefix(try bits(4) + 4) { lengths[index] = try bits(3) }
        let codes = Codes(lengths: lengths)
        var all: [Int] = []
        while all.count < literalCount + distanceCount {
            let symbol = try symbol(of: codes)
            switch symbol {
            case 16:
                guard let last = all.last else { throw Malformed("nothing to repeat") }
                all += Array(repeating: last, count: try bits(2) + 3)
            case 17: all += Array(repeating: 0, count: try bits(3) + 3)
            case 18: all += Array(repeating: 0, count: try bits(7) + 11)
            default: all.append(symbol)
            }
        }
        guard all.count == literalCount + distanceCount else { throw Malformed("too many lengths") }
        return (Codes(lengths: Array(all[..<literalCount])), Codes(lengths: Array(all[literalCount...])))
    }

    private mutating func symbol(of codes: Codes) throws -> Int {
        var code = 0
        for length in 1...15 {
            code = code << 1 | (try bits(1))
            if let symbol = codes.symbols[Codes.Key(length: length, code: code)] { return symbol }
        }
        throw Malformed("no symbol has this code")
    }

    /// Reads a symbol, and what it stands for; false at the end of the block.
    private mutating func token(_ literals: Codes, _ distances: Codes) throws -> Bool {
        let symbol = try symbol(of: literals)
        if symbol < 256 { output.append(UInt8(symbol)) }
        guard symbol > 256 else { return symbol < 256 }
        let lengths = [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
            227,
        ]
        let length =
            symbol == 285 ? 258 : lengths[symbol - 257] + (try bits(symbol < 265 ? 0 : (symbol - 261) / 4))
        let code = try self.symbol(of: distances)
        guard code < 30 else { throw Malformed("distance") }
        let distance =
            code < 4 ? code + 1 : ((2 + code % 2) << (code / 2 - 1)) + 1 + (try bits(code / 2 - 1))
        guard distance <= output.count, distance <= 32_768 else { throw Malformed("distance") }
        for _ in 0..<length { output.append(output[output.count - distance]) }
        return true
    }
}

/// The symbols of a Huffman code, by their codes (RFC 1951, section 3.2.2).
private struct Codes {
    struct Key: Hashable {
        let length, code: Int
    }

    let symbols: [Key: Int]

    init(lengths: [Int]) {
        var (symbols, code) = ([Key: Int](), 0)
        for length in 1...15 {
            for (symbol, own) in lengths.enumerated() where own == length {
                symbols[Key(length: length, code: code)] = symbol
                code += 1
            }
            code <<= 1
        }
        self.symbols = symbols
    }

    static let fixedLiterals = Codes(lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    static let fixedDistances = Codes(lengths: Array(repeating: 5, count: 32))
}
