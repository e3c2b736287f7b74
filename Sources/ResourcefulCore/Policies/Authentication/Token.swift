#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What proves for a while that a program may ask (RFC 6750), and what gets the next proof. It never prints a secret.
public struct Token: Hashable, Sendable {
    /// What is sent.
    public var accessToken: String
    /// What is exchanged for the next token, when there is such a thing.
    public var refreshToken: String?
    /// Until when it is good, by our clock; nil when nobody knows.
    public var expiry: Date?
    /// How long it is good from when it is received: ``Policy/bearer(for:token:renewing:when:refreshing:)`` makes the
    /// expiry of it.
    public var lifetime: Duration?

    /// A token.
    public init(_ accessToken: String, refreshToken: String? = nil, expiry: Date? = nil, lifetime: Duration? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiry = expiry
        self.lifetime = lifetime
    }

    /// The token in the answer of an OAuth 2.0 server (RFC 6749, section 5.1).
    ///
    ///     Resource<Token>(url: url, method: .post, body: .form(form), parseJSON: Token.oauth)
    ///
    /// - Throws: the failure of a place of the JSON; ``RequestError`` for a `token_type` other than Bearer, which needs
    ///   more than to be sent.
    public static func oauth(_ json: JSON) throws -> Token {
        if json.token_type.exists, try json.token_type.string.lowercased() != "bearer" {
            throw RequestError("the server gives out tokens that are no Bearer tokens")
        }
        var token = Token(try json.access_token.string)
        if json.refresh_token.exists, !json.refresh_token.isNull { token.refreshToken = try json.refresh_token.string }
        if json.expires_in.exists, !json.expires_in.isNull {
            // Some servers write the number as a string.
            let seconds = try (try? json.expires_in.double) ?? Double(json.expires_in.string) ?? 0
            token.lifetime = .seconds(min(max(0, seconds), 1e10))
        }
        return token
    }

    /// The token as it is kept: its lifetime turned into an expiry, the old refresh token kept when the server gave no
    /// new one (RFC 6749, section 6).
    func received(at now: Date, replacing old: Token?) -> Token {
        var token = self
        if let lifetime, expiry == nil {
            token.expiry = now.addingTimeInterval(lifetime.inSeconds)
        }
        token.lifetime = nil
        token.refreshToken = refreshToken ?? old?.refreshToken
        return token
    }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is known of it, without a secret.
    public var description: String {
        "a token" + (refreshToken == nil ? "" : " that can be refreshed") + (expiry.map { ", good until \($0)" } ?? "")
    }

    /// The description.
    public var debugDescription: String { description }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["token": description]) }
}
