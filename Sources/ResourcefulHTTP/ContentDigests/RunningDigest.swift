#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Verifies checksums of bytes that come piece by piece. Where there are none, nothing is computed.
package struct RunningDigest: Sendable {
    private let expected: [ContentDigest]
    private var sha256: SHA256?
    private var sha512: SHA512?

    /// No bytes yet, and the checksums that they are to have in the end.
    package init(_ expected: [ContentDigest]) {
        self.expected = expected
        sha256 = expected.contains { $0.algorithm == .sha256 } ? SHA256() : nil
        sha512 = expected.contains { $0.algorithm == .sha512 } ? SHA512() : nil
    }

    /// Whether there is anything to verify.
    package var isEmpty: Bool { expected.isEmpty }

    /// Adds bytes behind those that came before.
    package mutating func update(_ bytes: Data) {
        sha256?.update(bytes)
        sha512?.update(bytes)
    }

    /// The checksum that the bytes do not have, and the one that they have instead; nil when all are as expected.
    package var mismatch: (expected: ContentDigest, found: ContentDigest)? {
        for expected in expected {
            let bytes = expected.algorithm == .sha256 ? sha256?.digest() : sha512?.digest()
            guard let found = ContentDigest(expected.algorithm, bytes: bytes ?? []), found != expected else { continue }
            return (expected, found)
        }
        return nil
    }
}
