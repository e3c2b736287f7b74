import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Proof that who has the code is who asked for it (RFC 7636).
package enum PKCE {
    /// The challenge of a verifier, by the method S256.
    package static func challenge(of verifier: String) -> String {
        Base64URL.text(of: SHA256.digest(of: verifier.utf8))
    }
}

/// Base 64 for URLs, without padding (RFC 4648, section 5).
package enum Base64URL {
    /// Bytes as text.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Numbers as text, eight bytes each.
    static func text(of numbers: some Sequence<UInt64>) -> String {
        text(of: numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } })
    }
}
