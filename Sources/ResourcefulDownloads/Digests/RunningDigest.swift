/// Verifies checksums of bytes that arrive piece by piece. Without checksums, it computes nothing.
package struct RunningDigest: Sendable {
    private let expected: [ContentDigest]
    private var sha256: SHA256?
    private var sha512: SHA512?

    /// Creates a verifier that has no bytes yet, with the checksums to expect in the end.
    package init(_ expected: [ContentDigest]) {
        self.expected = expected
        sha256 = expected.contains { $0.algorithm == .sha256 } ? SHA256() : nil
        sha512 = expected.contains { $0.algorithm == .sha512 } ? SHA512() : nil
    }

    /// Whether there is nothing to verify.
    package var isEmpty: Bool { expected.isEmpty }

    /// Adds bytes after the earlier ones.
    package mutating func update(_ bytes: Data) {
        sha256?.update(bytes)
        sha512?.update(bytes)
    }

    /// The expected checksum that the bytes don't have, and their actual one; nil if all checksums are as expected.
    package var mismatch: (expected: ContentDigest, found: ContentDigest)? {
        for expected in expected {
            let bytes = expected.algorithm == .sha256 ? sha256?.digest() : sha512?.digest()
            guard let found = ContentDigest(expected.algorithm, bytes: bytes ?? []), found != expected else { continue }
            return (expected, found)
        }
        return nil
    }
}
