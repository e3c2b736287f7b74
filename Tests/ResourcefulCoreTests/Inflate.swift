#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Undoes gzip, slowly and simply, from RFC 1951 and RFC 1952 and not from the code that compresses.
struct Inflate {
    struct Malformed: Error {
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
    static func gunzipped(_ data: Data) throws -> Data {
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
        case 1: while try token() {}
        default: throw Malformed("this kind of block is not written here")
        }
        return isLast
    }

    /// Reads a symbol of the fixed codes, and what it stands for; false at the end of the block.
    private mutating func token() throws -> Bool {
        let symbol = try fixedSymbol()
        if symbol < 256 { output.append(UInt8(symbol)) }
        guard symbol > 256 else { return symbol < 256 }
        let lengths = [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
            227,
        ]
        let length =
            symbol == 285 ? 258 : lengths[symbol - 257] + (try bits(symbol < 265 ? 0 : (symbol - 261) / 4))
        let code = try (0..<5).reduce(0) { code, _ in code << 1 | (try bits(1)) }
        guard code < 30 else { throw Malformed("distance") }
        let distance =
            code < 4 ? code + 1 : ((2 + code % 2) << (code / 2 - 1)) + 1 + (try bits(code / 2 - 1))
        guard distance <= output.count, distance <= 32_768 else { throw Malformed("distance") }
        for _ in 0..<length { output.append(output[output.count - distance]) }
        return true
    }

    private mutating func fixedSymbol() throws -> Int {
        var code = 0
        for _ in 0..<7 { code = code << 1 | (try bits(1)) }
        if code < 24 { return 256 + code }
        code = code << 1 | (try bits(1))
        if (0x30..<0xC0).contains(code) { return code - 0x30 }
        if (0xC0..<0xC8).contains(code) { return 280 + code - 0xC0 }
        return 144 + (code << 1 | (try bits(1))) - 0x190
    }
}
