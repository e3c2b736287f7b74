/// The checksum of gzip (RFC 1952, section 8).
struct CRC32 {
    private var state: UInt32 = ~0

    /// The checksum of the bytes so far.
    var value: UInt32 { ~state }

    /// Adds bytes.
    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var state = state
        Self.table.withUnsafeBufferPointer { table in
            for byte in bytes { state = table[Int((state ^ UInt32(byte)) & 0xFF)] ^ state >> 8 }
        }
        self.state = state
    }

    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
}
