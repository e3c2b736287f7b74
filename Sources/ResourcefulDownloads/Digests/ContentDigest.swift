/// A checksum of content, which is verified after the content has arrived.
///
///     let digest = try ContentDigest.sha256(
///         "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
///     let download = FileDownload(url: url, digest: digest)
///     let file = try await webservice.download(download, to: .folder(folder))
public struct ContentDigest: Hashable, Sendable, CustomStringConvertible {
    /// The algorithm of a checksum, by its name in the fields of RFC 9530. Broken algorithms aren't supported.
    ///
    ///     let algorithm = ContentDigest.Algorithm(rawValue: "sha-256")  // nil for unknown or broken ones
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        /// SHA-256 (FIPS 180-4), 32 bytes.
        case sha256 = "sha-256"
        /// SHA-512 (FIPS 180-4), 64 bytes.
        case sha512 = "sha-512"

        var byteCount: Int { self == .sha256 ? 32 : 64 }
    }

    /// The algorithm.
    public let algorithm: Algorithm
    /// The bytes of the checksum.
    public let bytes: [UInt8]

    /// Creates a checksum from its bytes. Returns nil if their number is wrong for the algorithm.
    public init?(_ algorithm: Algorithm, bytes: some Collection<UInt8>) {
        guard bytes.count == algorithm.byteCount else { return nil }
        self.algorithm = algorithm
        self.bytes = Array(bytes)
    }

    /// Creates a SHA-256 checksum from its usual published form: 64 hexadecimal digits.
    ///
    /// - Throws: `RequestError` if the text is anything else.
    public static func sha256(_ digits: String) throws(RequestError) -> ContentDigest { try .init(.sha256, digits) }

    /// Creates a SHA-512 checksum from its usual published form: 128 hexadecimal digits.
    ///
    /// - Throws: `RequestError` if the text is anything else.
    public static func sha512(_ digits: String) throws(RequestError) -> ContentDigest { try .init(.sha512, digits) }

    private init(_ algorithm: Algorithm, _ digits: String) throws(RequestError) {
        guard let bytes = Hexadecimal.bytes(of: digits), bytes.count == algorithm.byteCount else {
            throw RequestError("a \(algorithm.rawValue) digest has \(2 * algorithm.byteCount) hexadecimal digits")
        }
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// The algorithm and the hexadecimal digits, such as `sha-256:9f86d08…`.
    public var description: String { "\(algorithm.rawValue):\(Hexadecimal.text(of: bytes))" }

    /// Creates a checksum from its description.
    package init?(parsing text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let algorithm = Algorithm(rawValue: String(parts[0])),
            let bytes = Hexadecimal.bytes(of: parts[1])
        else { return nil }
        self.init(algorithm, bytes: bytes)
    }
}
