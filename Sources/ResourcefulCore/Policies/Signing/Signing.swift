#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a signature of a request is made from and with (see `signing(for:with:)`).
public enum Signing {
    /// The SHA-256 digest of bytes: 32 bytes (FIPS 180-4).
    public static func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] { SHA256.digest(of: bytes) }

    /// The code of bytes under a key, by HMAC with SHA-256: 32 bytes (RFC 2104).
    public static func hmacSHA256(_ bytes: some Collection<UInt8>, key: some Collection<UInt8>) -> [UInt8] {
        HMAC.sha256(bytes, key: key)
    }

    /// The MD5 digest of bytes: 16 bytes (RFC 1321). For services that ask for it: it protects from nobody.
    public static func md5(_ bytes: some Collection<UInt8>) -> [UInt8] { MD5.digest(of: bytes) }

    /// The SHA-1 digest of bytes: 20 bytes (FIPS 180-4). For services that ask for it: it protects from nobody.
    public static func sha1(_ bytes: some Collection<UInt8>) -> [UInt8] { SHA1.digest(of: bytes) }

    /// The code of bytes under a key, by HMAC with SHA-1: 20 bytes (RFC 2104), for OAuth 1.0 for instance.
    public static func hmacSHA1(_ bytes: some Collection<UInt8>, key: some Collection<UInt8>) -> [UInt8] {
        HMAC.sha1(bytes, key: key)
    }

    /// Bytes as text, two hexadecimal digits for each, in lower case.
    public static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String { Hexadecimal.text(of: bytes) }

    /// The content of a request, byte for byte as it is sent, when all of it is in memory: data, JSON, a form, parts
    /// without files; empty without a body. Nil for a file, a stream, parts with files and parts that are compressed,
    /// whose bytes are read or made only while they are sent.
    ///
    /// A compressed body is compressed for it, and once more when it is sent.
    public static func content(of request: Request) -> Data? {
        guard let body = request.body else { return Data() }
        switch body.content {
        case .data: return try? body.encoded()
        case .multipart(let multipart):
            guard !body.isGzipped, multipart.segments.allSatisfy(\.isInMemory) else { return nil }
            return try? body.encoded()
        case .file, .stream, .invalid: return nil
        }
    }

    /// 128 random bits, used once: with them no two signatures are the same, and none is taken twice.
    public struct Nonce: Hashable, Sendable, CustomStringConvertible {
        /// The 16 bytes.
        public let bytes: [UInt8]

        /// A nonce of two random numbers.
        public init(_ first: UInt64, _ second: UInt64) {
            bytes = [first, second].flatMap { number in
                stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
            }
        }

        /// 32 hexadecimal digits, in lower case.
        public var description: String { Signing.hexadecimal(bytes) }
    }
}

extension Plan where Value == Signing.Nonce {
    /// A new nonce, drawn from the plan's random numbers.
    public static var nonce: Plan {
        Plan<UInt64>.random.flatMap { first in
            Plan<UInt64>.random.map { second in Signing.Nonce(first, second) }
        }
    }
}

extension Body.Segment {
    fileprivate var isInMemory: Bool {
        if case .data = self { true } else { false }
    }
}
