/// Proof key for code exchange (RFC 7636).
package enum PKCE {
    /// The S256 challenge of a verifier.
    package static func challenge(of verifier: String) -> String {
        Base64URL.text(of: SHA256.digest(of: verifier.utf8))
    }
}

/// Base64url without padding (RFC 4648, section 5).
package enum Base64URL {
    /// Encodes bytes.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Encodes numbers, eight bytes each.
    static func text(of numbers: some Sequence<UInt64>) -> String {
        text(of: numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } })
    }
}
