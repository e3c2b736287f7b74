#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What the store keeps of an origin's token: the token, unless there is none, and which one in a row it is.
///
/// The number tells tokens apart that look the same, and names a refresh without saying the token.
package struct TokenRecord: Hashable, Sendable {
    /// How often the token was replaced.
    package var generation: UInt64
    /// The token; nil after signing out.
    package var token: Token?
    /// When it came.
    package var received: Date
    /// Whose it is: a digest of the token of signing in, which stays the same when that is renewed; nil without a
    /// token.
    package var user: UInt64?

    package init(
        generation: UInt64 = 0, token: Token?, received: Date = Date(timeIntervalSinceReferenceDate: 0),
        user: UInt64? = nil
    ) {
        (self.generation, self.token, self.received) = (generation, token, received)
        self.user = token.map { user ?? $0.digest }
    }

    /// The record of whoever signs in or out instead.
    package func replaced(by token: Token?, at date: Date) -> TokenRecord {
        TokenRecord(generation: generation &+ 1, token: token, received: date)
    }

    /// The record with the next token of the same user.
    package func renewed(to token: Token, at date: Date) -> TokenRecord {
        TokenRecord(generation: generation &+ 1, token: token, received: date, user: user)
    }
}

// The bytes: eight each for the generation, when it came and until when it is good (in seconds since 2001, not a
// number for nothing), whose it is, the length of the access token, the access token, then, unless there is none, a 1
// and the refresh token. Without a token, the first sixteen alone. It is read in every load, so by hand.
extension TokenRecord {
    /// The record of an entry; nil for anything else than what ``entry`` makes.
    package init?(_ entry: StoreEntry) {
        let record = entry.data.withUnsafeBytes { Self.read($0) }
        guard let record else { return nil }
        self = record
    }

    /// Whose the record of an entry is; nil without a token.
    static func user(of entry: StoreEntry) -> UInt64? {
        entry.data.withUnsafeBytes { $0.count < 40 ? nil : $0.number(at: 24) }
    }

    /// The record as an entry of the store.
    package var entry: StoreEntry {
        var data = Data()
        data.append(number: generation)
        data.append(number: received.timeIntervalSinceReferenceDate.bitPattern)
        if let token {
            data.append(number: (token.expiry?.timeIntervalSinceReferenceDate ?? .nan).bitPattern)
            data.append(number: user ?? 0)
            data.append(number: UInt64(token.accessToken.utf8.count))
            data.append(contentsOf: token.accessToken.utf8)
            if let refreshToken = token.refreshToken {
                data.append(1)
                data.append(contentsOf: refreshToken.utf8)
            }
        }
        return StoreEntry(data: data, date: received)
    }

    private static func read(_ bytes: UnsafeRawBufferPointer) -> TokenRecord? {
        guard bytes.count >= 16 else { return nil }
        let (generation, received) = (bytes.number(at: 0), Double(bitPattern: bytes.number(at: 8)))
        guard received.isFinite else { return nil }
        let date = Date(timeIntervalSinceReferenceDate: received)
        guard bytes.count > 16 else { return TokenRecord(generation: generation, token: nil, received: date) }
        guard bytes.count >= 40, let count = Int(exactly: bytes.number(at: 32)), count <= bytes.count - 40
        else { return nil }
        let expiry = Double(bitPattern: bytes.number(at: 16))
        var token = Token(String(decoding: bytes[40..<40 + count], as: UTF8.self))
        if !expiry.isNaN { token.expiry = Date(timeIntervalSinceReferenceDate: expiry) }
        let rest = bytes[(40 + count)...]
        if !rest.isEmpty { token.refreshToken = String(decoding: rest.dropFirst(), as: UTF8.self) }
        return TokenRecord(generation: generation, token: token, received: date, user: bytes.number(at: 24))
    }
}

extension Token {
    /// What tells it from others without saying it.
    fileprivate var digest: UInt64 {
        SHA256.digest(of: (refreshToken ?? accessToken).utf8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func number(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}

extension Data {
    fileprivate mutating func append(number: UInt64) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
