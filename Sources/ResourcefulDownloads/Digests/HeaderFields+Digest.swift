// If there are several algorithms, the strongest known one counts. Malformed checksums are ignored (RFC 9530, section
// 2).
extension HeaderFields {
    /// The checksum of this message's content, which may be part of a representation, before content codings are
    /// decoded (RFC 9530, section 2); nil if there is no known one.
    public var contentDigest: ContentDigest? { digest(in: "Content-Digest") }

    /// The checksum of the whole representation, even if this message contains part of it, before content codings are
    /// decoded (RFC 9530, section 3); nil if there is no known one. It is also read from the older `Digest` field (RFC
    /// 3230).
    public var representationDigest: ContentDigest? { digest(in: "Repr-Digest") ?? olderDigest }

    /// Reads a dictionary of byte sequences, `sha-256=:…:` (RFC 9530, section 2; RFC 9651, section 3.2). If a name is
    /// repeated, its last checksum counts; parameters are ignored.
    private func digest(in name: Name) -> ContentDigest? {
        let members = members(of: name).map { $0.split(separator: "=", maxSplits: 1) }.filter { $0.count == 2 }
        return Self.strongest { algorithm in
            guard let text = members.last(where: { $0[0] == algorithm.rawValue })?[1], text.first == ":" else {
                return nil
            }
            let parts = text.dropFirst().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].isEmpty || parts[1].first == ";" else { return nil }
            return Self.bytes(parts[0])
        }
    }

    private var olderDigest: ContentDigest? {
        let members = members(of: "Digest").map { $0.split(separator: "=", maxSplits: 1) }.filter { $0.count == 2 }
        return Self.strongest { algorithm in
            members.first { $0[0].lowercased() == algorithm.rawValue }.flatMap { Self.bytes($0[1]) }
        }
    }

    /// Returns the bytes of Base64 (RFC 4648, section 4), whose padding may be omitted; nil for any other text.
    private static func bytes(_ text: Substring) -> Data? {
        let rest = text.utf8.count % 4
        if rest == 0 { return Data(base64Encoded: String(text)) }
        return text.last == "=" ? nil : Data(base64Encoded: text + String(repeating: "=", count: 4 - rest))
    }

    private static func strongest(_ bytes: (ContentDigest.Algorithm) -> Data?) -> ContentDigest? {
        for algorithm in [ContentDigest.Algorithm.sha512, .sha256] {
            if let digest = bytes(algorithm).flatMap({ ContentDigest(algorithm, bytes: $0) }) { return digest }
        }
        return nil
    }
}
