extension OAuth {
    /// Refreshes a token (RFC 6749, section 6).
    ///
    ///     .bearer(for: api, refreshing: oauth.refreshing)
    ///
    /// If the server sends no new refresh token, the old one remains valid.
    ///
    /// - Throws: ``OAuthFailure/notSignedIn`` if there is no refresh token.
    public func refreshing(_ old: Token?) throws -> Resource<Token> {
        guard let refreshToken = old?.refreshToken else { throw OAuthFailure.notSignedIn }
        return token([("grant_type", "refresh_token"), ("refresh_token", refreshToken)])
    }

    /// A token for the client itself, by the client credentials grant (RFC 6749, section 4.4).
    ///
    ///     .bearer(for: api) { _ in oauth.clientCredentials() }
    public func clientCredentials(scopes: [String] = []) -> Resource<Token> {
        token([("grant_type", "client_credentials")] + Self.scope(scopes))
    }

    /// Revokes a token (RFC 7009): the refresh token, and with it the access token; or the access token alone if there
    /// is no refresh token. Revoking an unknown token succeeds.
    ///
    /// - Throws: ``OAuthFailure/notOffered(_:)`` if there is no revocation endpoint.
    public func revocation(of token: Token) throws -> Resource<Void> {
        guard let revocationURL else { throw OAuthFailure.notOffered("revocation") }
        let (value, hint) = token.refreshToken.map { ($0, "refresh_token") } ?? (token.accessToken, "access_token")
        // The content of the response means nothing (section 2.2).
        return Resource<Void>(request(revocationURL, [("token", value), ("token_type_hint", hint)])) { _ in }
            .fromAuthorizationServer(.successfulStatus)
    }

    /// Asks about a token, for a server that received it (RFC 7662).
    ///
    /// - Throws: ``OAuthFailure/notOffered(_:)`` if there is no introspection endpoint.
    public func introspection(of accessToken: String) throws -> Resource<Introspection> {
        guard let introspectionURL else { throw OAuthFailure.notOffered("introspection") }
        return Resource<Introspection>(json: request(introspectionURL, [("token", accessToken)]))
            .fromAuthorizationServer()
    }

    static func scope(_ scopes: [String]) -> [(String, String)] {
        scopes.isEmpty ? [] : [("scope", scopes.joined(separator: " "))]
    }
}

/// What a server says about a token (RFC 7662, section 2.2). For an inactive token it says nothing else.
public struct Introspection: Hashable, Sendable, Decodable {
    /// Whether the token is valid now.
    public let isActive: Bool
    /// Its scopes.
    public let scopes: [String]
    /// The client that received it.
    public let clientID: String?
    /// A readable name of the user.
    public let username: String?
    /// The identifier of the user, or of the client.
    public let subject: String?
    /// When it expires.
    public let expiry: Date?

    private enum CodingKeys: String, CodingKey {
        case active, scope, username
        case clientID = "client_id"
        case subject = "sub"
        case expiry = "exp"
    }

    /// Decodes the response of a server.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        isActive = try container.decode(Bool.self, forKey: .active)
        scopes = (try container.decodeIfPresent(String.self, forKey: .scope) ?? "").split(separator: " ").map(
            String.init)
        clientID = try container.decodeIfPresent(String.self, forKey: .clientID)
        username = try container.decodeIfPresent(String.self, forKey: .username)
        subject = try container.decodeIfPresent(String.self, forKey: .subject)
        expiry = try container.decodeIfPresent(Double.self, forKey: .expiry).map { Date(timeIntervalSince1970: $0) }
    }
}
