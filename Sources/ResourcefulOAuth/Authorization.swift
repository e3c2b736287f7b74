extension OAuth {
    /// Begins the authorization code flow with PKCE (RFC 6749, section 4.1; RFC 7636).
    ///
    ///     let start = try await webservice.load(
    ///         oauth.authorization(redirect: callback, scopes: ["openid"]))
    ///     let redirected = try await browser.open(start.url)          // the system's, or one of your own
    ///     let token = try await webservice.load(start.token(from: redirected))
    ///     try await webservice.load(Plan.signIn(with: token, for: api))
    ///
    /// It sends nothing. The code verifier (256 bits) and the state (128 bits) come from the plan's secret random
    /// numbers.
    ///
    /// - Parameters:
    ///   - redirect: The redirect URI that is registered at the server.
    ///   - scopes: The scopes to ask for.
    ///   - parameters: More parameters, such as `prompt`, `login_hint`, `nonce` or `resource`.
    /// - Returns: A plan that fails with ``OAuthFailure/notOffered(_:)`` if there is no authorization endpoint.
    public func authorization(
        redirect: URL, scopes: [String] = [], parameters: KeyValuePairs<String, String> = [:]
    ) -> Plan<Authorization> {
        let given = parameters.map { ($0.key, $0.value) }
        return all(Array(repeating: Plan<UInt64>.secretRandom, count: 6), atOnce: 1).map { numbers in
            guard let page = authorizationURL else { throw OAuthFailure.notOffered("authorization") }
            let verifier = Base64URL.text(of: numbers[..<4])
            let state = Base64URL.text(of: numbers[4...])
            var items = [
                ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirect.absoluteString),
                ("state", state), ("code_challenge", PKCE.challenge(of: verifier)), ("code_challenge_method", "S256"),
            ]
            if !scopes.isEmpty { items.append(("scope", scopes.joined(separator: " "))) }
            items += given
            let query = Query(items).encoded
            let text = page.absoluteString
            guard let url = URL(string: "\(text)\(text.contains("?") ? "&" : "?")\(query)") else {
                throw OAuthFailure.notOffered("authorization")
            }
            return Authorization(oauth: self, url: url, redirect: redirect, state: state, verifier: verifier)
        }
    }
}

/// An authorization request: the page to open, and the secrets that its response is checked against.
public struct Authorization: Hashable, Sendable {
    let oauth: OAuth
    /// The page to open in a browser.
    public let url: URL
    let redirect: URL
    let state: String
    let verifier: String

    /// Exchanges the code in a redirect for a token.
    ///
    /// It checks the address, the state and the issuer (RFC 9207) first, and sends nothing if one of them differs.
    ///
    /// - Parameter redirected: The URL that the browser was redirected to.
    /// - Returns: A plan that fails with ``OAuthFailure`` if the redirect isn't valid, and with ``OAuthError`` if the
    ///   server reports an error.
    public func token(from redirected: URL) -> Plan<Token> {
        do {
            return oauth.token([
                ("grant_type", "authorization_code"), ("code", try code(from: redirected)),
                ("redirect_uri", redirect.absoluteString), ("code_verifier", verifier),
            ]).plan
        } catch {
            return .failure(error)
        }
    }

    private func code(from redirected: URL) throws -> String {
        guard Self.place(redirected) == Self.place(redirect) else {
            throw OAuthFailure.noCode("the redirect went to a different address")
        }
        let query = Query(parsing: URLText(redirected).query ?? "", spaces: .plus)
        // The redirect keeps its own query (RFC 6749, section 3.1.2).
        let own = Query(parsing: URLText(redirect).query ?? "", spaces: .plus).pairs
        guard own.allSatisfy({ query.values(of: $0.0) == [$0.1] }) else {
            throw OAuthFailure.noCode("the redirect went to a different address")
        }
        // A parameter must not be repeated (RFC 6749, section 3.1).
        guard query.values(of: "state") == [state] else { throw OAuthFailure.stateDiffers }
        let issuers = query.values(of: "iss")
        if oauth.namesIssuer || !issuers.isEmpty, oauth.issuer != nil || oauth.namesIssuer {
            guard let issuer = oauth.issuer, issuers.count == 1, issuers[0].utf8.elementsEqual(issuer.utf8) else {
                throw OAuthFailure.differing(from: oauth.issuer, issuers.first)
            }
        }
        if let code = query.values(of: "error").first {
            throw OAuthError(
                .init(rawValue: code), text: query.values(of: "error_description").first,
                page: query.values(of: "error_uri").first
            ).cleaned(by: .standard)
        }
        let codes = query.values(of: "code")
        guard codes.count == 1, !codes[0].isEmpty else {
            throw OAuthFailure.noCode(codes.count > 1 ? "it has two" : "the parameter is missing")
        }
        return codes[0]
    }

    /// The text before the query, as browsers write it: the scheme and the host in lower case, no default port, and at
    /// least a slash after a host.
    private static func place(_ url: URL) -> String {
        let text = URLText(url)
        let path = text.authority != nil && text.path.isEmpty ? "/" : text.path
        if let origin = Origin(url) { return "\(origin)\(path)" }
        return "\(text.scheme?.lowercased() ?? ""):\(text.authority?.lowercased() ?? "-")\(path)"
    }
}

extension Authorization: HidesSecrets {
    /// The client that it belongs to, without the state and the verifier.
    public var description: String { "authorization for \(oauth)" }
}

/// Proof key for code exchange (RFC 7636).
package enum PKCE {
    /// The S256 challenge of a verifier.
    package static func challenge(of verifier: String) -> String {
        Base64URL.text(of: SHA256.digest(of: verifier.utf8))
    }
}

/// Base64url without padding (RFC 4648, section 5).
package enum Base64URL {
    /// Encodes bytes.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Encodes numbers, eight bytes each.
    static func text(of numbers: some Sequence<UInt64>) -> String {
        text(of: numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } })
    }
}
