/// The key of stored responses: a URL, and what else separates requests that must not share responses (RFC 9111,
/// section 2).
///
/// It depends only on the request, so it is the same in every process.
///
///     let key = CacheKey(request)  // nil if responses to the request can't be stored
///     print(key?.description ?? "none")  // https://api.example.org/episodes.json
public struct CacheKey: Hashable, Sendable, CustomStringConvertible {
    /// The URL, normalized, without a fragment.
    public let url: String
    /// Digests of the user and the body, the method and the codings, if they matter; usually empty.
    public let qualifier: String

    /// Creates a key.
    public init(url: String, qualifier: String = "") {
        self.url = url
        self.qualifier = qualifier
    }

    /// Both parts, for a file or a log. It has no secrets but those in the URL.
    public var description: String { qualifier.isEmpty ? url : "\(url) \(qualifier)" }

    /// The SHA-256 of both parts as 64 hexadecimal digits: a name for a file, a row or an entry on a server. It has no
    /// secrets, and a store that also keeps the key can tell a collision.
    public var digest: String {
        var hash = SHA256()
        hash.update(url.utf8)
        if !qualifier.isEmpty {
            // The boundary between them.
            hash.update(CollectionOfOne(0))
            hash.update(qualifier.utf8)
        }
        let (digits, digest) = (Self.digits, hash.digest())
        return String(unsafeUninitializedCapacity: 64) { text in
            for (index, byte) in digest.enumerated() {
                text[2 * index] = digits[Int(byte >> 4)]
                text[2 * index + 1] = digits[Int(byte & 15)]
            }
            return 64
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// The description without the secrets in the URL.
    package var shownText: String {
        CacheKey(url: Redaction.standard.redacted(urlText: url), qualifier: qualifier).description
    }
}

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
