public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension OAuth {
    /// The next token for one that can be refreshed (RFC 6749, section 6).
    ///
    ///     .bearer(for: api, refreshing: oauth.refreshing)
    ///
    /// A server that rotates refresh tokens sends the next one along; one that does not leaves it as it is.
    ///
    /// - Throws: ``OAuthFailure/notSignedIn`` without a refresh token.
    public func refreshing(_ old: Token?) throws -> Resource<Token> {
        guard let refreshToken = old?.refreshToken else { throw OAuthFailure.notSignedIn }
        return token([("grant_type", "refresh_token"), ("refresh_token", refreshToken)])
    }

    /// A token for the program itself (RFC 6749, section 4.4).
    ///
    ///     .bearer(for: api) { _ in oauth.clientCredentials() }
    public func clientCredentials(scopes: [String] = []) -> Resource<Token> {
        token([("grant_type", "client_credentials")] + Self.scope(scopes))
    }

    /// Ends a token at the server, and with a refresh token all that came of it (RFC 7009). A token that is not known is
    /// ended already.
    ///
    /// - Throws: ``OAuthFailure/notOffered(_:)``.
    public func revocation(of token: Token) throws -> Resource<Void> {
        guard let revocationURL else { throw OAuthFailure.notOffered("revocation") }
        let (value, hint) = token.refreshToken.map { ($0, "refresh_token") } ?? (token.accessToken, "access_token")
        return Resource<Void>(request(revocationURL, [("token", value), ("token_type_hint", hint)])) { _ in }
            .failing(with: OAuthError.self)
    }

    /// What a token is good for, asked by a server that was shown it (RFC 7662).
    ///
    /// - Throws: ``OAuthFailure/notOffered(_:)``.
    public func introspection(of accessToken: String) throws -> Resource<Introspection> {
        guard let introspectionURL else { throw OAuthFailure.notOffered("introspection") }
        return Resource<Introspection>(json: request(introspectionURL, [("token", accessToken)]))
            .failing(with: OAuthError.self)
    }

    static func scope(_ scopes: [String]) -> [(String, String)] {
        scopes.isEmpty ? [] : [("scope", scopes.joined(separator: " "))]
    }
}

/// What a token is good for (RFC 7662, section 2.2). Where it is not active, nothing else is said.
public struct Introspection: Hashable, Sendable, Decodable {
    /// Whether it is good now.
    public let isActive: Bool
    /// What may be done with it.
    public let scopes: [String]
    /// Whose program got it.
    public let clientID: String?
    /// Who said yes, for a person to read.
    public let username: String?
    /// Who said yes, for programs.
    public let subject: String?
    /// Until when it is good.
    public let expiry: Date?

    private enum CodingKeys: String, CodingKey {
        case active, scope, username
        case clientID = "client_id"
        case subject = "sub"
        case expiry = "exp"
    }

    /// Reads the answer of a server.
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
