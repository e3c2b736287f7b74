/// The tools for signing requests (see `signing(for:with:)`).
public enum Signing {
    /// Returns the SHA-256 digest of bytes: 32 bytes (FIPS 180-4).
    public static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] { MessageDigest.sha256(bytes) }

    /// Returns the HMAC of bytes with SHA-256: 32 bytes (RFC 2104).
    public static func hmacSHA256(_ bytes: some Collection<UInt8>, key: some Collection<UInt8>) -> [UInt8] {
        HMAC.sha256(bytes, key: key)
    }

    /// Returns the MD5 digest of bytes: 16 bytes (RFC 1321). Use it only for services that require it: it isn't secure.
    public static func md5(_ bytes: some Collection<UInt8>) -> [UInt8] { MD5.digest(of: bytes) }

    /// Returns the SHA-1 digest of bytes: 20 bytes (FIPS 180-4). Use it only for services that require it: it isn't
    /// secure.
    public static func sha1(_ bytes: some Collection<UInt8>) -> [UInt8] { SHA1.digest(of: bytes) }

    /// Returns the HMAC of bytes with SHA-1: 20 bytes (RFC 2104), for example for OAuth 1.0.
    public static func hmacSHA1(_ bytes: some Collection<UInt8>, key: some Collection<UInt8>) -> [UInt8] {
        HMAC.sha1(bytes, key: key)
    }

    /// Returns bytes as text, two lowercase hexadecimal digits for each.
    public static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String { Hexadecimal.text(of: bytes) }

    /// Returns the content of a request, exactly as it is sent, if all of it is in memory: data, JSON, a form, or parts
    /// without files. The content is empty if there is no body.
    ///
    /// A compressed body is compressed to get its content, and again when it is sent.
    ///
    /// - Returns: The content; nil for a file, a stream, parts with files, and compressed parts, whose bytes are read
    ///   or made only while they are sent, and for a body that can't be encoded.
    public static func content(of request: Request) -> Data? {
        request.body.map(\.dataInMemory) ?? Data()
    }

    /// 128 random bits that are used once, so that no two signatures are the same and none is accepted twice.
    ///
    ///     let nonce = Signing.Nonce(1, 2)  // a signature is tested with a fixed one
    ///     print(nonce)  // 00000000000000010000000000000002
    ///     let request = Request("episodes").query("nonce", nonce)
    ///     print(request.url)  // episodes?nonce=00000000000000010000000000000002
    public struct Nonce: Hashable, Sendable, CustomStringConvertible, Encodable {
        /// The 16 bytes.
        public let bytes: [UInt8]

        /// Creates a nonce from two random numbers.
        public init(_ first: UInt64, _ second: UInt64) {
            bytes = [first, second].flatMap { number in
                stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
            }
        }

        /// The bytes as 32 lowercase hexadecimal digits.
        public var description: String { Signing.hexadecimal(bytes) }

        /// Encodes the digits as a string.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(description)
        }
    }
}

extension Plan where Value == Signing.Nonce {
    /// Draws a new nonce from the plan's random numbers. A record has it: it is sent, so it is no secret.
    public static var nonce: Plan {
        Plan<UInt64>.random.flatMap { first in
            Plan<UInt64>.random.map { second in Signing.Nonce(first, second) }
        }
    }
}
