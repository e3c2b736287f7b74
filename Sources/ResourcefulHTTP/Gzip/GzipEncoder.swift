/// Writes bytes as gzip (RFC 1952) in stored blocks (RFC 1951, section 3.2.4), where zlib isn't available.
struct GzipEncoder {
    private var checksum: UInt32 = 0xFFFF_FFFF
    private var count: UInt32 = 0
    private var hasBegun = false

    /// Adds bytes.
    mutating func append(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        begin(&output)
        var place = 0
        while place < bytes.count {
            let block = UnsafeRawBufferPointer(rebasing: bytes[place..<min(place + 0xFFFF, bytes.count)])
            let length = UInt16(truncatingIfNeeded: block.count)
            output.append(0)
            for number in [length, ~length] { output += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }
            output += block
            for byte in block { checksum = checksum >> 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: checksum) ^ byte)] }
            place += block.count
        }
        count &+= UInt32(truncatingIfNeeded: bytes.count)
    }

    /// Adds the end, with the checksum and the length. Call it once.
    mutating func finish(into output: inout [UInt8]) {
        begin(&output)
        output += [1, 0, 0, 0xFF, 0xFF]
        for number in [~checksum, count] { withUnsafeBytes(of: number.littleEndian) { output += $0 } }
    }

    /// Writes the header once (RFC 1952, section 2.3): deflate, no flags, no time, unknown system.
    private mutating func begin(_ output: inout [UInt8]) {
        if !hasBegun { output += [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] }
        hasBegun = true
    }

    /// The checksum of each byte (RFC 1952, section 8).
    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }
}
