/// The store's record of an origin's token: the token, if there is one, and its generation.
///
/// The generation distinguishes tokens that look the same, and identifies a refresh without revealing the token.
package struct TokenRecord: Hashable, Sendable {
    /// The number of times that the token was replaced.
    package var generation: UInt64
    /// The token; nil after signing out.
    package var token: Token?
    /// The date when it was received.
    package var received: Date
    /// The user: a digest of the token of the sign-in, which stays the same when the token is renewed. Nil without a
    /// token.
    package var user: UInt64?

    package init(
        generation: UInt64 = 0, token: Token?, received: Date = Date(timeIntervalSinceReferenceDate: 0),
        user: UInt64? = nil
    ) {
        (self.generation, self.token, self.received) = (generation, token, received)
        self.user = token.map { user ?? $0.digest }
    }

    /// Returns the record for a new user, or for no user after signing out.
    package func replaced(by token: Token?, at date: Date) -> TokenRecord {
        TokenRecord(generation: generation &+ 1, token: token, received: date)
    }

    /// Returns the record with the same user's next token.
    package func renewed(to token: Token, at date: Date) -> TokenRecord {
        TokenRecord(generation: generation &+ 1, token: token, received: date, user: user)
    }
}

// The bytes: eight each for the generation, the date received, the expiry (both in seconds since 2001, NaN for none),
// the user and the length of the access token, then the access token and, if there is a refresh token, a 1 and that
// token. Without a token, the record is the first sixteen bytes. Every load reads it, so it is coded by hand.
extension TokenRecord {
    /// Creates the record of an entry. Returns nil if the entry isn't one that ``entry`` makes.
    package init?(_ entry: StoreEntry) {
        let record = entry.data.withUnsafeBytes { Self.read($0) }
        guard let record else { return nil }
        self = record
    }

    /// The user of an entry's record; nil without a token.
    static func user(of entry: StoreEntry) -> UInt64? {
        entry.data.withUnsafeBytes { $0.count < 40 ? nil : $0.number(at: 24) }
    }

    /// The record as an entry for the store.
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
    /// A number that identifies the token without revealing it.
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
