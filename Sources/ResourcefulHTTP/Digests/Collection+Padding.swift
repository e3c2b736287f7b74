extension Collection<UInt8> {
    /// Returns the bytes, a one bit, zeros, and the number of bits in eight bytes, in the given byte order: whole
    /// blocks of 64 bytes (RFC 1321, section 3.1; FIPS 180-4, section 5.1.1).
    func paddedToBlocks(_ order: (UInt64) -> UInt64) -> [UInt8] {
        var message = Array(self)
        let bits = UInt64(message.count) &* 8
        message.append(0x80)
        message.append(contentsOf: repeatElement(0, count: (120 - message.count % 64) % 64))
        withUnsafeBytes(of: order(bits)) { message.append(contentsOf: $0) }
        return message
    }
}
