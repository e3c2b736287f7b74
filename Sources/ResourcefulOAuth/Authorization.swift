public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension OAuth {
    /// The beginning of signing in: the page to open, and what its answer is checked by (RFC 6749, section 4.1; RFC
    /// 7636).
    ///
    ///     let start = try await webservice.load(oauth.authorization(redirect: callback, scopes: ["openid"]))
    ///     let redirected = try await browser.open(start.url)          // the system's, or one of your own
    ///     let token = try await webservice.load(start.token(from: redirected))
    ///     try await webservice.load(Plan.signIn(with: token, for: api))
    ///
    /// Verifier and state are drawn from the plan's randomness, 256 and 128 bits of it. Nothing is sent.
    ///
    /// - Parameters:
    ///   - redirect: Where the browser is sent back to, as the server knows it.
    ///   - scopes: What the program wants to do.
    ///   - parameters: What the server wants to know beside: `prompt`, `login_hint`, `nonce`, `resource`.
    public func authorization(
        redirect: URL, scopes: [String] = [], parameters: KeyValuePairs<String, String> = [:]
    ) -> Plan<Authorization> {
        let given = parameters.map { ($0.key, $0.value) }
        return all(Array(repeating: Plan<UInt64>.random, count: 6), atOnce: 1).map { numbers in
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

/// A sign-in that has begun: the page to open, and what belongs to its answer.
public struct Authorization: Hashable, Sendable {
    let oauth: OAuth
    /// The page to open in a browser.
    public let url: URL
    let redirect: URL
    let state: String
    let verifier: String

    /// The token for what the browser was sent back with.
    ///
    /// State and issuer are checked first: with another one nothing is sent.
    ///
    /// - Returns: A plan that fails with ``OAuthFailure``, or with the ``OAuthError`` that the server has sent.
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
        let (given, own) = (Self.parts(redirected), Self.parts(redirect))
        guard given.place == own.place else { throw OAuthFailure.noCode("it came to another address") }
        let query = Query(parsing: given.query, spaces: .plus)
        // Of any parameter there may be one (RFC 6749, section 3.1).
        guard query.values(of: "state") == [state] else { throw OAuthFailure.stateDiffers }
        let issuers = query.values(of: "iss")
        if oauth.namesIssuer || !issuers.isEmpty, oauth.issuer != nil || oauth.namesIssuer {
            guard let issuer = oauth.issuer, issuers == [issuer] else { throw OAuthFailure.issuerDiffers }
        }
        if let code = query.values(of: "error").first {
            throw OAuthError(
                .init(rawValue: code), text: query.values(of: "error_description").first,
                page: query.values(of: "error_uri").first)
        }
        let codes = query.values(of: "code")
        guard codes.count == 1, !codes[0].isEmpty else {
            throw OAuthFailure.noCode(codes.count > 1 ? "there are two of them" : "there is none")
        }
        return codes[0]
    }

    /// What stands before the query, and the query.
    private static func parts(_ url: URL) -> (place: Substring, query: Substring) {
        let text = url.absoluteString.prefix { $0 != "#" }
        let place = text.prefix { $0 != "?" }
        return (place, text[place.endIndex...].dropFirst())
    }
}

extension Authorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Whose sign-in it is, without what its answer is checked by.
    public var description: String { "a sign-in of \(oauth)" }

    /// The description.
    public var debugDescription: String { description }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["authorization": description]) }
}
