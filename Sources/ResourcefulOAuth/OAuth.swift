import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A program as an authorization server knows it: what the flows of OAuth 2.1 (RFC 6749 with PKCE, RFC 9700) have in
/// common. Each flow is a plan, or a resource.
///
///     let oauth = OAuth(token: tokenURL, authorization: authorizationURL, clientID: "app")
///     let start = oauth.authorization(redirect: callback, scopes: ["openid"])     // Plan<Authorization>
///     .bearer(for: api, refreshing: oauth.refreshing)
///
/// Printing it never shows the secret. Not here: `private_key_jwt` and DPoP, which need keys of RSA or of elliptic
/// curves, and the grants that OAuth 2.1 has left out.
public struct OAuth: Hashable, Sendable {
    /// How a client with a secret shows that it knows it (RFC 6749, section 2.3.1).
    public enum ClientAuthentication: Hashable, Sendable {
        /// By the field Authorization.
        case basic
        /// In the form. Some servers know nothing else.
        case form
    }

    /// Who the server says that it is, letter by letter (RFC 8414, section 2); nil where nobody has asked.
    public var issuer: String?
    /// Where tokens are given out.
    public var tokenURL: URL
    /// Where a person says yes, in a browser.
    public var authorizationURL: URL?
    /// Where a device begins (RFC 8628).
    public var deviceURL: URL?
    /// Where tokens are ended (RFC 7009).
    public var revocationURL: URL?
    /// Where a server asks what a token is good for (RFC 7662).
    public var introspectionURL: URL?
    /// Whether the server names itself when it sends a person back (RFC 9207): then it has to.
    public var namesIssuer: Bool
    /// The name of the program at the server.
    public var clientID: String
    /// What a server program proves itself by; an app that people have has no secret.
    public var clientSecret: String?
    /// How the secret is shown.
    public var clientAuthentication: ClientAuthentication

    /// A program whose server's URLs are known.
    ///
    /// - Parameters:
    ///   - token: Where tokens are given out.
    ///   - authorization: Where a person says yes, in a browser.
    ///   - device: Where a device begins.
    ///   - revocation: Where tokens are ended.
    ///   - introspection: Where a server asks what a token is good for.
    ///   - issuer: Who the server says that it is.
    ///   - namesIssuer: Whether the server names itself when it sends a person back.
    ///   - clientID: The name of the program at the server.
    ///   - clientSecret: What a server program proves itself by.
    ///   - clientAuthentication: How the secret is shown.
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

    /// What a form is posted to, with what says whose program this is; no policy adds credentials of its own.
    func request(_ url: URL, _ form: [(String, String)]) -> Request {
        var form = form
        var request = Request(url: url, method: .post)
        request.headerFields["Accept"] = "application/json"
        if let clientSecret, clientAuthentication == .basic {
            // Both are encoded as in a form before they are joined (RFC 6749, section 2.3.1).
            let pair = "\(Self.formEncoded(clientID)):\(Self.formEncoded(clientSecret))"
            request.headerFields["Authorization"] = "Basic \(Data(pair.utf8).base64EncodedString())"
        } else {
            form.append(("client_id", clientID))
            if let clientSecret { form.append(("client_secret", clientSecret)) }
        }
        request.body = .form(form)
        return request.unauthenticated()
    }

    /// The resource of a token.
    func token(_ form: [(String, String)]) -> Resource<Token> {
        let request = request(tokenURL, form)
        return Resource<Token>(
            url: request.url, method: request.method, headerFields: request.headerFields, body: request.body,
            parseJSON: Token.oauth
        ).inside(nil).unauthenticated().failing(with: OAuthError.self)
    }

    private static func formEncoded(_ text: String) -> String {
        Query([(text, "")], spaces: .plus).encoded.replacing("=", with: "")
    }
}

extension OAuth: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Whose program it is and where tokens come from, without the secret.
    public var description: String { "\(clientID) at \(tokenURL.absoluteString)" }

    /// The description.
    public var debugDescription: String { description }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["client": description]) }
}
