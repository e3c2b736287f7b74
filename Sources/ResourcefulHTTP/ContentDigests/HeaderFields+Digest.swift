#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Of several algorithms the strongest one that is known counts; what is malformed is ignored (RFC 9530, section 2).
extension HeaderFields {
    /// The checksum of what this message holds, which may be a part of the whole (RFC 9530, section 2), its coding not
    /// undone; nil when none is known.
    public var contentDigest: ContentDigest? { digest(in: "Content-Digest") }

    /// The checksum of the whole representation, also where this message holds a part of it (RFC 9530, section 3), its
    /// coding not undone; nil when none is known. It is also read from the older `Digest` (RFC 3230).
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
