/// An OAuth client: its authorization server's endpoints and its credentials. Each flow of OAuth 2.1 (RFC 6749 with
/// PKCE, RFC 9700) is a plan or a resource.
///
///     let oauth = OAuth(token: tokenURL, authorization: authorizationURL, clientID: "app")
///     let start = oauth.authorization(redirect: callback, scopes: ["openid"])  // a plan
///     let policy = Policy.bearer(for: api, refreshing: oauth.refreshing)
///
/// Printing it never shows the secret. `private_key_jwt` and DPoP aren't supported, since they need RSA or elliptic
/// curves; neither are the implicit and password grants, which OAuth 2.1 removed.
public struct OAuth: Hashable, Sendable {
    /// How a client authenticates with its secret (RFC 6749, section 2.3.1).
    public enum ClientAuthentication: Hashable, Sendable {
        /// In the `Authorization` field.
        case basic
        /// In the form, for servers that support nothing else.
        case form
    }

    /// The issuer identifier of the server, exactly as it gives it (RFC 8414, section 2); nil if it isn't known.
    public var issuer: String?
    /// The token endpoint.
    public var tokenURL: URL
    /// The authorization endpoint, which a browser opens.
    public var authorizationURL: URL?
    /// The device authorization endpoint (RFC 8628).
    public var deviceURL: URL?
    /// The revocation endpoint (RFC 7009).
    public var revocationURL: URL?
    /// The introspection endpoint (RFC 7662).
    public var introspectionURL: URL?
    /// Whether redirects must have the parameter `iss` (RFC 9207).
    public var namesIssuer: Bool
    /// The client identifier.
    public var clientID: String
    /// The client secret of a confidential client; nil for a public one, such as an app.
    public var clientSecret: String?
    /// How the client authenticates, if it has a secret.
    public var clientAuthentication: ClientAuthentication

    /// A client with the endpoints of its server. ``discovered(at:clientID:clientSecret:)`` finds them for you.
    ///
    /// - Parameters:
    ///   - token: The token endpoint.
    ///   - authorization: The authorization endpoint.
    ///   - device: The device authorization endpoint.
    ///   - revocation: The revocation endpoint.
    ///   - introspection: The introspection endpoint.
    ///   - issuer: The issuer identifier of the server.
    ///   - namesIssuer: Whether redirects must have the parameter `iss`.
    ///   - clientID: The client identifier.
    ///   - clientSecret: The client secret of a confidential client.
    ///   - clientAuthentication: How the client authenticates with its secret.
    public init(
        token: URL, authorization: URL? = nil, device: URL? = nil, revocation: URL? = nil, introspection: URL? = nil,
        issuer: String? = nil, namesIssuer: Bool = false, clientID: String, clientSecret: String? = nil,
        clientAuthentication: ClientAuthentication = .basic
    ) {
        (tokenURL, authorizationURL, deviceURL) = (token, authorization, device)
        (revocationURL, introspectionURL) = (revocation, introspection)
        (self.issuer, self.namesIssuer) = (issuer, namesIssuer)
        (self.clientID, self.clientSecret) = (clientID, clientSecret)
        self.clientAuthentication = clientAuthentication
    }
}

extension OAuth: HidesSecrets {
    /// The client identifier and the token endpoint, without secrets.
    public var description: String { "\(clientID) at \(Redaction.standard.redacted(tokenURL))" }
}
