/// An access token (RFC 6750), and a refresh token for the next one. Printing it never shows a secret.
///
///     let token = Token(stored, refreshToken: "c3d4", lifetime: .seconds(3600))
///     let signIn = Plan.signIn(with: token, for: api)
///     print(token)  // shows no secret
public struct Token: Hashable, Sendable {
    /// The token to send.
    public var accessToken: String
    /// The token to exchange for the next access token, if there is one.
    public var refreshToken: String?
    /// The date when the access token expires, by the local clock; nil if unknown.
    public var expiry: Date?
    /// The time that the access token is valid, beginning when it is received.
    /// ``Policy/bearer(for:also:token:renewing:lease:when:refreshing:)`` derives the expiry from it.
    public var lifetime: Duration?

    /// Creates a token.
    public init(_ accessToken: String, refreshToken: String? = nil, expiry: Date? = nil, lifetime: Duration? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiry = expiry
        self.lifetime = lifetime
    }

    /// Reads the token in the response of an OAuth 2.0 server (RFC 6749, section 5.1).
    ///
    ///     Resource<Token>(url: url, method: .post, body: .form(form), parseJSON: Token.oauth)
    ///
    /// - Throws: The error of the JSON value that can't be read; ``RequestError`` if the access token is empty, or if
    ///   the `token_type` isn't Bearer, as other types need more than being sent.
    public static func oauth(_ json: JSON) throws -> Token {
        if json.token_type.exists, !json.token_type.isNull, try json.token_type.string.lowercased() != "bearer" {
            throw RequestError("the server issued a token that isn't a Bearer token")
        }
        var token = Token(try json.access_token.string)
        guard !token.isEmpty else { throw RequestError("the server issued an empty token") }
        if json.refresh_token.exists, !json.refresh_token.isNull {
            let text = try json.refresh_token.string
            // An empty one is none: the old one stays.
            token.refreshToken = text.isEmpty ? nil : text
        }
        if json.expires_in.exists, !json.expires_in.isNull {
            // Some servers write the number as a string. A lifetime that isn't a number, or over already, is unknown.
            let seconds = try (try? json.expires_in.double) ?? Double(json.expires_in.string) ?? 0
            if seconds > 0 { token.lifetime = .seconds(min(seconds, 1e10)) }
        }
        return token
    }

    /// Whether nothing would be sent: all users of such a token are one.
    private var isEmpty: Bool { accessToken.allSatisfy(\.isWhitespace) }

    /// Returns the token as it is stored: with an expiry instead of its lifetime, and with the old refresh token if the
    /// server sent no new one (RFC 6749, section 6).
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

extension Token: HidesSecrets {
    /// A summary of the token without secrets.
    public var description: String {
        "a token" + (refreshToken == nil ? "" : " that can be refreshed") + (expiry.map { ", valid until \($0)" } ?? "")
    }
}
