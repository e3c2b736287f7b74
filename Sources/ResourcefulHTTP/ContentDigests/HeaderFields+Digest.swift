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

    private func digest(in name: Name) -> ContentDigest? {
        guard let field = try? structured(name, as: StructuredField.Dictionary.self) else { return nil }
        return Self.strongest { algorithm in
            guard case .byteSequence(let bytes)? = field[algorithm.rawValue]?.value else { return nil }
            return bytes
        }
    }

    private var olderDigest: ContentDigest? {
        let members = members(of: "Digest").map { $0.split(separator: "=", maxSplits: 1) }.filter { $0.count == 2 }
        return Self.strongest { algorithm in
            let member = members.first { $0[0].lowercased() == algorithm.rawValue }
            return member.flatMap { Base64.decoded(ArraySlice($0[1].utf8)) }
        }
    }

    private static func strongest(_ bytes: (ContentDigest.Algorithm) -> Data?) -> ContentDigest? {
        for algorithm in [ContentDigest.Algorithm.sha512, .sha256] {
            if let digest = bytes(algorithm).flatMap({ ContentDigest(algorithm, bytes: $0) }) { return digest }
        }
        return nil
    }
}
