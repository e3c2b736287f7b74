/// Digests of bytes, the same on every platform.
///
///     let name = MessageDigest.sha256(Data("podcasts".utf8)).prefix(8)
public enum MessageDigest {
    /// Returns the SHA-256 digest of bytes: 32 bytes (FIPS 180-4). It takes time linear in the bytes.
    public static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] { SHA256.digest(of: bytes) }
}

/// SHA-256 (FIPS 180-4), at once or piece by piece.
///
/// Every platform uses this one small implementation, rather than CryptoKit on some: the same code is tested
/// everywhere. The hashed data is signed by its owner, so its timing reveals nothing to others.
package struct SHA256 {
    private var state = SIMD8<UInt32>(
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19)
    /// The bytes after the last whole block: fewer than 64.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0

    /// Creates a hash of no bytes.
    package init() {}

    /// Returns the digest of bytes: 32 bytes.
    package static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.digest()
    }

    /// Adds bytes after the earlier ones.
    package mutating func update(_ bytes: some Collection<UInt8>) {
        let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { update(UnsafeRawBufferPointer($0)) }
        if isContiguous == nil { Array(bytes).withUnsafeBytes { update($0) } }
    }

    /// Returns the digest of all bytes so far: 32 bytes.
    package func digest() -> [UInt8] {
        var (state, end) = (state, rest + [0x80])
        end += [UInt8](repeating: 0, count: (120 - end.count) % 64)
        withUnsafeBytes(of: (count &* 8).bigEndian) { end += $0 }
        end.withUnsafeBytes { Self.compress($0, into: &state) }
        return [UInt8](unsafeUninitializedCapacity: 32) { bytes, count in
            let raw = UnsafeMutableRawBufferPointer(bytes)
            for index in 0..<8 { raw.storeBytes(of: state[index].bigEndian, toByteOffset: 4 * index, as: UInt32.self) }
            count = 32
        }
    }

    private mutating func update(_ bytes: UnsafeRawBufferPointer) {
        count &+= UInt64(bytes.count)
        var bytes = bytes[...]
        if !rest.isEmpty {
            let missing = bytes.prefix(64 - rest.count)
            rest += missing
            bytes = bytes[missing.endIndex...]
            guard rest.count == 64 else { return }
            var state = state
            rest.withUnsafeBytes { Self.compress($0, into: &state) }
            self.state = state
            rest.removeAll(keepingCapacity: true)
        }
        let whole = bytes.count - bytes.count % 64
        Self.compress(UnsafeRawBufferPointer(rebasing: bytes.prefix(whole)), into: &state)
        rest += bytes.dropFirst(whole)
    }
}

extension SHA256 {
    /// Processes whole blocks of 64 bytes (section 6.2.2).
    private static func compress(_ bytes: UnsafeRawBufferPointer, into state: inout SIMD8<UInt32>) {
        constants.withUnsafeBufferPointer { constants in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
                for block in stride(from: 0, to: bytes.count, by: 64) {
                    fill(schedule, from: bytes, at: block)
                    state &+= rounds(from: state, schedule, constants)
                }
            }
        }
    }

    /// Fills the message schedule of the block at an offset.
    @inline(__always)
    private static func fill(
        _ schedule: UnsafeMutableBufferPointer<UInt32>, from bytes: UnsafeRawBufferPointer, at block: Int
    ) {
        for index in 0..<16 {
            schedule[index] = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: block + index * 4, as: UInt32.self))
        }
        for index in 16..<64 {
            let (early, late) = (schedule[index - 15], schedule[index - 2])
            let sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
            let sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
            schedule[index] = sigma0 &+ sigma1 &+ schedule[index - 16] &+ schedule[index - 7]
        }
    }

    /// The 64 rounds, with the standard's letters. Eight rounds at a time rotate the letters, so no words are moved.
    @inline(__always)
    private static func rounds(
        from state: SIMD8<UInt32>, _ schedule: UnsafeMutableBufferPointer<UInt32>,
        _ constants: UnsafeBufferPointer<UInt32>
    ) -> SIMD8<UInt32> {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        var index = 0
        while index < 64 {
            round(a, b, c, &d, e, f, g, &h, constants[index] &+ schedule[index])
            round(h, a, b, &c, d, e, f, &g, constants[index + 1] &+ schedule[index + 1])
            round(g, h, a, &b, c, d, e, &f, constants[index + 2] &+ schedule[index + 2])
            round(f, g, h, &a, b, c, d, &e, constants[index + 3] &+ schedule[index + 3])
            round(e, f, g, &h, a, b, c, &d, constants[index + 4] &+ schedule[index + 4])
            round(d, e, f, &g, h, a, b, &c, constants[index + 5] &+ schedule[index + 5])
            round(c, d, e, &f, g, h, a, &b, constants[index + 6] &+ schedule[index + 6])
            round(b, c, d, &e, f, g, h, &a, constants[index + 7] &+ schedule[index + 7])
            index += 8
        }
        return SIMD8(a, b, c, d, e, f, g, h)
    }

    /// One round, which changes two of the eight words.
    @inline(__always)
    private static func round(
        _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
        _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ word: UInt32
    ) {
        let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
        h = h &+ sum1 &+ (g ^ e & (f ^ g)) &+ word
        d = d &+ h
        h = h &+ (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) &+ (a & b | c & (a | b))
    }

    @inline(__always)
    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 &- count) }

    /// The fractional parts of the cube roots of the first 64 primes (section 4.2.2).
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}
