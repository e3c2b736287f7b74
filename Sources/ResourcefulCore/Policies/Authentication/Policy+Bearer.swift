#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Policy {
    /// Sends a token with every request to an origin, and renews it: once, however many loads need a new one.
    ///
    ///     .bearer(for: url) { old in
    ///         guard let refreshToken = old?.refreshToken else { throw NotSignedIn() }
    ///         return Resource<Token>(
    ///             url: url.appending(path: "token"), method: .post,
    ///             body: .form(["grant_type": "refresh_token", "refresh_token": refreshToken]), parseJSON: Token.oauth)
    ///     }
    ///
    /// - A token that is about to expire is renewed before it is sent, one that was refused afterwards. The request is
    ///   then sent again, once; a second refusal stands. So does the first one of a body that can't be sent again.
    /// - A load whose token was replaced in the meantime takes the new one and renews nothing.
    /// - A refresh that fails is the outcome of all loads that wait for it; the next load tries again.
    /// - The refresh passes through the policies further inside, not through this one. A relative URL in it is in the
    ///   folder that the one given here is; one that begins with a slash is at the origin.
    /// - The token is in the store of the Webservice, under ``Token/entryName(for:)``, and goes to no other origin. A
    ///   request that has an Authorization field passes as it is.
    ///
    /// - Parameters:
    ///   - url: Any URL of the origin.
    ///   - token: What is sent as long as the store has no entry; nil to get the first token by a refresh. Its
    ///     ``Token/lifetime`` begins when it is first sent: from then on the store has it.
    ///   - lead: How long before its expiry a token is renewed; half of its life at most.
    ///   - isRefused: Which responses say that a token is not good; 401 unless told otherwise.
    ///   - refreshing: The resource of the next token, from the one before; what it throws is the outcome of the load.
    public static func bearer(
        for url: URL, token: Token? = nil, renewing lead: Duration = .seconds(30),
        when isRefused: @escaping @Sendable (Response) -> Bool = { $0.status == 401 },
        refreshing: @escaping @Sendable (Token?) throws -> Resource<Token>
    ) -> Policy {
        let bearer = Bearer(
            url: url, scope: CredentialScope(url), initial: TokenRecord(token: token),
            lead: lead.inSeconds, isRefused: isRefused, refreshing: refreshing)
        var traits = PolicyTraits(.credentials, "Bearer: for \(bearer.scope.text), renewed once for all loads")
        traits.user = bearer.user
        return Policy(traits) { request, next in
            guard try bearer.scope.covers(request) else { return next(request) }
            return bearer.load(request, next)
        }
    }
}

extension Token {
    /// The name of the store's entry for the origin of a URL, `credentials https://example.org:443`; nil for a URL that
    /// is none of `http` and `https`.
    public static func entryName(for url: URL) -> String? {
        let scope = CredentialScope(url)
        return scope.origin == nil ? nil : scope.entryName
    }
}

extension Plan where Value == Token? {
    /// The token for the origin of a URL that is in the store; nil when there is none.
    public static func token(for url: URL) -> Plan {
        guard let name = Token.entryName(for: url) else { return .failure(CredentialScope.noOrigin) }
        return Plan<StoreEntry?>.read(name).map { entry in entry.flatMap { TokenRecord($0) }?.token }
    }
}

extension Plan where Value == Void {
    /// Puts a token into the store, for ``Policy/bearer(for:token:renewing:when:refreshing:)`` to send from now on.
    ///
    /// A refresh that is under way changes nothing any more.
    public static func signIn(with token: Token, for url: URL) -> Plan { replaceToken(by: token, for: url) }

    /// Removes the token for the origin of a URL from the store; all that is left says that there is none.
    ///
    /// A refresh that is under way changes nothing any more, and a load whose token is refused stays refused. What is
    /// loaded from then on begins with a refresh of no token.
    public static func signOut(of url: URL) -> Plan { replaceToken(by: nil, for: url) }

    private static func replaceToken(by token: Token?, for url: URL) -> Plan {
        guard let name = Token.entryName(for: url) else { return .failure(CredentialScope.noOrigin) }
        return Plan<Date>.now.flatMap { now in
            let token = token?.received(at: now, replacing: nil)
            return Plan<StoreEntry?>.update(name) { entry in
                let old = entry.flatMap { TokenRecord($0) } ?? TokenRecord(token: nil)
                return old.replaced(by: token, at: now).entry
            }
        }.map { _ in () }
    }
}
