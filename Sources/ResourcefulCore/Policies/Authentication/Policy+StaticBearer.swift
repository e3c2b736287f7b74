extension Policy {
    /// Sends a token that is never renewed with every request to an origin (RFC 6750, section 2.1).
    ///
    ///     .bearer("ghp_…", for: api)
    ///
    /// Requests to other origins, and requests with an `Authorization` field, aren't changed. If the token can't be the
    /// value of a field, the load fails at the request stage. For a token that is renewed, see
    /// ``bearer(for:also:token:renewing:lease:when:refreshing:)``.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - url: Any URL of the origin.
    public static func bearer(_ token: String, for url: URL) -> Policy {
        let scope = CredentialScope(url)
        return Policy(scope.traits("Bearer", ofUser: "bearer \(token)")) { request, next in
            guard try scope.covers(request) else { return next(request) }
            return next(request.authorized("Bearer \(token)"))
        }
    }
}
