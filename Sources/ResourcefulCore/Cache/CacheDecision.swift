/// What to do with a request, given the stored responses (RFC 9111, section 4).
package enum CacheDecision: Hashable, Sendable {
    /// Return the response without waiting for the server. If there is a request, send it in the background to
    /// revalidate (RFC 5861, section 3).
    case serve(Response, revalidating: Request?)
    /// Send the request, conditional on what is stored (RFC 9111, section 4.3.1).
    case validate(Request)
    /// Send the request as it is.
    case fetch

    /// Decides about a request, given what is stored under its key.
    ///
    /// A request with a range or its own conditions is answered by a fresh response, or sent as it is. If nothing may
    /// be sent and nothing can be served, the response is a 504 (RFC 9111, section 5.2.1.7). A served response shares
    /// its body with the stored one. Costs about 0.2 µs for a fresh one.
    package init(for request: Request, stored: CacheEntry?, at now: Date, caching: Caching = .standard) {
        guard caching.mode != .never else {
            self = .fetch
            return
        }
        let wishes = CacheWishes(request)
        let isOffline = caching.mode == .onlyIfCached || wishes.control.says(.onlyIfCached)
        if let stored, caching.mode != .refresh, !wishes.control.says(.noStore) {
            self = Self.decision(request, wishes, stored, at: now, caching)
        } else {
            self = .fetch
        }
        guard isOffline else { return }
        if case .serve(let response, _) = self {
            self = .serve(response, revalidating: nil)
        } else {
            self = .unavailable
        }
    }

    private static func decision(
        _ request: Request, _ wishes: CacheWishes, _ stored: CacheEntry, at now: Date, _ caching: Caching
    ) -> CacheDecision {
        guard let index = stored.selection(by: request, caching) else {
            return wishes.isSpecial ? .fetch : .asking(stored.validating(request, selection: nil, caching))
        }
        let terms = stored.terms(of: index, at: now, caching)
        let isUsable = terms.areMet(by: wishes.control, caching.mode)
        guard isUsable || terms.allowRevalidation(by: wishes.control, caching.mode) else {
            return wishes.isSpecial ? .fetch : .asking(stored.validating(request, selection: index, caching))
        }
        if wishes.isSpecial {
            guard isUsable else { return .fetch }
            return stored.responses[index].servedSpecially(to: request, wishes, terms)
                .map { .serve($0, revalidating: nil) } ?? .fetch
        }
        let served = stored.responses[index].response.served(to: request.method, terms)
        guard !isUsable else { return .serve(served, revalidating: nil) }
        return .serve(served, revalidating: stored.validating(request, selection: index, caching) ?? request)
    }

    private static func asking(_ request: Request?) -> CacheDecision { request.map { .validate($0) } ?? .fetch }

    private static var unavailable: CacheDecision { .serve(Response(status: 504), revalidating: nil) }

    /// Returns a stored response to use after the server failed: without a response, or with a 500, 502, 503 or 504.
    /// Returns nil if neither the user nor the request nor the response permits that (RFC 5861, section 4).
    package static func servingAfterFailure(
        of request: Request, stored: CacheEntry?, at now: Date, caching: Caching = .standard, response: Response?
    ) -> Response? {
        guard response?.status.isFailureOfServer != false, caching.mode == .standard || caching.mode == .validate,
            let stored, let index = stored.selection(by: request, caching)
        else { return nil }
        let wishes = CacheWishes(request)
        let terms = stored.terms(of: index, at: now, caching)
        guard !wishes.isSpecial, terms.allowUse(insteadOfError: wishes.control, caching) else { return nil }
        return stored.responses[index].response.served(to: request.method, terms)
    }
}
