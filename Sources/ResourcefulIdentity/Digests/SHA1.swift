/// SHA-1 (FIPS 180-4, section 6.1), for services that still sign with it. It is no longer secure.
enum SHA1 {
    /// Returns the digest of bytes: 20 bytes.
    static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
        let message = bytes.paddedToBlocks { $0.bigEndian }
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        var words = [UInt32](repeating: 0, count: 80)
        for start in stride(from: 0, to: message.count, by: 64) {
            for word in 0..<16 {
                words[word] = (0..<4).reduce(0) { $0 << 8 | UInt32(message[start + word * 4 + $1]) }
            }
            for word in 16..<80 {
                words[word] = rotated(words[word - 3] ^ words[word - 8] ^ words[word - 14] ^ words[word - 16], by: 1)
            }
            compress(words, into: &state)
        }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(24 - $0 * 8)) } }
    }

    private static func compress(_ words: [UInt32], into state: inout [UInt32]) {
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for step in 0..<80 {
            let (mixed, constant): (UInt32, UInt32) =
                switch step / 20 {
                case 0: ((b & c) | (~b & d), 0x5A82_7999)
                case 1: (b ^ c ^ d, 0x6ED9_EBA1)
                case 2: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = rotated(a, by: 5) &+ mixed &+ e &+ constant &+ words[step]
            (a, b, c, d, e) = (next, a, rotated(b, by: 30), c, d)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}

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
