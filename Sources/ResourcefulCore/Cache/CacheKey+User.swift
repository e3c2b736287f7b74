extension CacheKey {
    /// Returns the part of the qualifier that tells users apart; nil if nothing is known about the user.
    static func user(of request: Request) -> String? { LoadIdentity.digest(of: request).map { "user=\($0)" } }

    /// Returns 16 hexadecimal digits of the SHA-256 of a text.
    static func digest(of text: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let digest = SHA256.digest(of: text.utf8)
        return String(unsafeUninitializedCapacity: 16) { bytes in
            for index in 0..<16 { bytes[index] = digits[Int(digest[index / 2] >> (index % 2 == 0 ? 4 : 0) & 0xF)] }
            return 16
        }
    }
}
