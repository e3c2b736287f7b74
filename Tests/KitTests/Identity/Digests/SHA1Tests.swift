import Testing

@testable import ResourcefulHTTP
@testable import ResourcefulIdentity

/// SHA-1 and its HMAC against the vectors of FIPS 180-4 and RFC 2202.
struct SHA1Tests {
    private func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    @Test func `digests are those of the standard`() {
        let cases = [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
            (String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
            (String(repeating: "0123456701234567", count: 40), "dea356a2cddd90c7a7ecedc5ebb563934f460452"),
        ]
        for (text, digest) in cases {
            #expect(hex(SHA1.digest(of: Array(text.utf8))) == digest)
        }
    }

    @Test func `codes are those of the RFC`() {
        let hi = HMAC.sha1(Array("Hi There".utf8), key: [UInt8](repeating: 0x0B, count: 20))
        #expect(hex(hi) == "b617318655057264e28bc0b6fb378c8ef146be00")
        let long = HMAC.sha1(
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            key: [UInt8](repeating: 0xAA, count: 80))
        #expect(hex(long) == "aa4ae5e15272d00e95705637ce8a3b55ed402112")
    }
}
