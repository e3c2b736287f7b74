extension Policy {
    /// Sends a token with every request to an origin, or to several, and renews it once for all loads that need a new
    /// one.
    ///
    ///     .bearer(for: url) { old in
    ///         guard let refreshToken = old?.refreshToken else { throw NotSignedIn() }
    ///         return Resource<Token>(
    ///             url: url.appending(path: "token"), method: .post,
    ///             body: .form(["grant_type": "refresh_token", "refresh_token": refreshToken]),
    ///             parseJSON: Token.oauth)
    ///     }
    ///
    /// - A token that is about to expire is renewed before it is sent; one that is refused is renewed afterward, and
    ///   the request is sent again, once. A second refusal is the response. So is the first one if the body can't be
    ///   sent again.
    /// - A load whose token was replaced meanwhile uses the new one and doesn't renew it.
    /// - If a refresh fails, all loads that wait for it fail with its error. The next load tries again. A token that
    ///   still holds is sent instead, also if renewing it takes longer than half of the time that it has left.
    /// - A refresh that was sent continues even if all loads that wait for it are canceled, because the server may have
    ///   used up the old refresh token.
    /// - The refresh passes through its resource's own policies and those further inside, but not through this one or
    ///   those further outside. ``RequestChanging/retrying(_:)`` retries it if it is safe to send twice. A relative URL
    ///   is resolved against the folder of `url`, or against the origin if it begins with a slash.
    /// - The token is in the Webservice's store, under ``Token/entryName(for:)`` of `url`, and is sent to no origin
    ///   that isn't listed, even after a redirect. A request with an `Authorization` field isn't changed.
    ///
    /// - Parameters:
    ///   - url: Any URL of the origin.
    ///   - others: Any URLs of further origins that receive the same token. List only hosts that may see it.
    ///   - token: The token to send while the store has no entry; nil to get the first token by a refresh. Its
    ///     ``Token/lifetime`` begins when it is first sent. From then on it is in the store. It is sent for every
    ///     account that hasn't signed in.
    ///   - lead: The time before its expiry at which a token is renewed, at most half of its lifetime.
    ///   - lease: For how long one process may renew the token while the others wait, if several share a store. Then
    ///     they send one refresh, not one each. If the process dies, another renews the token after that time; a
    ///     refresh that takes longer has failed. Nil if the store belongs to one process: then only the timeout of its
    ///     request ends a refresh.
    ///   - isRefused: Whether a response means that the token isn't valid. By default, a 401 does.
    ///   - refreshing: Returns the resource of the next token, given the old one. If it throws, the load fails with the
    ///     error.
    public static func bearer(
        for url: URL, also others: [URL] = [], token: Token? = nil, renewing lead: Duration = .seconds(30),
        lease: Duration? = nil,
        when isRefused: @escaping @Sendable (Response) -> Bool = { $0.status == 401 },
        refreshing: @escaping @Sendable (Token?) throws -> Resource<Token>
    ) -> Policy {
        let bearer = Bearer(
            url: url, scope: CredentialScope(url, also: others), initial: TokenRecord(token: token),
            lead: lead.inSeconds, lease: lease, isRefused: isRefused, refreshing: refreshing)
        var traits = PolicyTraits(.credentials, "Bearer: for \(bearer.scope), renewed once for all loads")
        traits.user = bearer.user
        traits.sendsFirst = true
        traits.rule = bearer
        return Policy(traits) { request, next in
            guard try bearer.scope.covers(request) else { return next(request) }
            return bearer.load(request, next)
        }
    }
}

extension Token {
    /// The name of the store's entry for a URL's origin, `credentials https://example.org:443`; nil if the URL isn't
    /// `http` or `https`.
    public static func entryName(for url: URL) -> String? {
        let scope = CredentialScope(url)
        return scope.origin == nil ? nil : scope.entryName
    }
}

extension Plan where Value == Token? {
    /// Reads the token for a URL's origin from the store; nil if there is none.
    public static func token(for url: URL) -> Plan {
        guard let name = Token.entryName(for: url) else { return .failure(CredentialScope.noOrigin) }
        return Plan<StoreEntry?>.read(name).map { entry in entry.flatMap { TokenRecord($0) }?.token }
    }
}

extension Plan where Value == Void {
    /// Puts a token into the store. ``Policy/bearer(for:also:token:renewing:lease:when:refreshing:)`` sends it from now
    /// on.
    ///
    /// The result of a refresh that is already running is ignored.
    public static func signIn(with token: Token, for url: URL) -> Plan { replaceToken(by: token, for: url) }

    /// Removes the token for a URL's origin from the store. The remaining entry says only that there is none.
    ///
    /// The result of a refresh that is already running is ignored, and a running load whose token is refused isn't sent
    /// again. Later loads begin with a refresh that receives no token.
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
