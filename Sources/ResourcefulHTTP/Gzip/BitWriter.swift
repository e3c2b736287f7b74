/// Writes bits, beginning with the lowest bit of each byte (RFC 1951, section 3.1.1).
struct BitWriter {
    private var bits: UInt64 = 0
    private var count = 0

    /// Writes the lowest bits of a number, at most 32.
    mutating func write(_ value: UInt32, count valueCount: Int, to output: inout [UInt8]) {
        bits |= UInt64(value) << UInt64(count)
        count += valueCount
        while count >= 8 {
            output.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            count -= 8
        }
    }

    /// Fills the last byte with zeros.
    mutating func align(_ output: inout [UInt8]) {
        if count > 0 { write(0, count: 8 - count, to: &output) }
    }
}
