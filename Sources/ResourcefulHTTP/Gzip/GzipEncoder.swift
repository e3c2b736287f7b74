/// Compresses to gzip (RFC 1952) if zlib isn't available.
struct GzipEncoder {
    private var deflate = Deflate()
    private var checksum = CRC32()
    private var count: UInt32 = 0
    private var hasBegun = false

    /// Adds bytes.
    mutating func append(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        begin(&output)
        checksum.update(bytes)
        count &+= UInt32(truncatingIfNeeded: bytes.count)
        deflate.append(bytes, to: &output)
    }

    /// Adds the end, with the checksum and the length. Call it once.
    mutating func finish(into output: inout [UInt8]) {
        begin(&output)
        deflate.finish(into: &output)
        for number in [checksum.value, count] {
            for shift in stride(from: 0, to: 32, by: 8) {
                output.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
    }

    /// Writes the header once (RFC 1952, section 2.3): deflate, no flags, no time, unknown system.
    private mutating func begin(_ output: inout [UInt8]) {
        if !hasBegun { output += [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] }
        hasBegun = true
    }
}
