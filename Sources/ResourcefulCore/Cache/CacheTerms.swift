/// The terms on which a stored response may be used at a moment, according to the server and the user.
package struct CacheTerms {
    /// The age in seconds (RFC 9111, section 4.2.3).
    let age: Double
    /// The number of seconds that the response remains fresh; negative if it is stale.
    package let remaining: Double
    /// Whether the response must always be validated before use.
    let needsValidation: Bool
    /// Whether the response may never be used when stale.
    let forbidsStale: Bool
    private let isImmutable: Bool
    private let staleWhileRevalidate: Double
    private let staleIfError: Int?

    init(_ freshness: Freshness, of status: Response.Status, at now: Date, _ caching: Caching) {
        let control = freshness.control
        age = freshness.ageSeconds(at: now)
        isImmutable = control.says(.immutable)
        if let lifetime = caching.lifetime, status.takesChosenLifetime {
            // A chosen lifetime starts when the response is received, whatever its age then.
            remaining = lifetime.inSeconds - freshness.residentSeconds(at: now)
            (needsValidation, forbidsStale) = (false, false)
        } else {
            remaining = freshness.lifetimeSeconds - age
            needsValidation = control.says(.noCache)
            forbidsStale = needsValidation || control.says(.mustRevalidate)
        }
        staleWhileRevalidate = caching.staleWhileRevalidating?.inSeconds ?? Double(control.staleWhileRevalidate ?? 0)
        staleIfError = control.staleIfError
    }

    package var isFresh: Bool { remaining > 0 }

    /// Returns whether the response may be used as it is: fresh, or as stale as the request permits (RFC 9111, sections
    /// 4.2.4 and 5.2.1).
    func areMet(by wishes: CacheControl, _ mode: Caching.Mode) -> Bool {
        if mode == .onlyIfCached { return true }
        guard !needsValidation, !wishes.says(.noCache), mode != .validate || isImmutable && isFresh,
            isYoungEnough(for: wishes)
        else { return false }
        if isFresh { return remaining >= Double(wishes.minFresh ?? 0) }
        guard let maxStale = wishes.maxStale, wishes.minFresh == nil, !forbidsStale else { return false }
        return -remaining <= Double(maxStale)
    }

    /// Returns whether the response may be used while it is validated (RFC 5861, section 3). A request with `max-age`
    /// doesn't accept stale responses (RFC 9111, section 5.2.1.1).
    func allowRevalidation(by wishes: CacheControl, _ mode: Caching.Mode) -> Bool {
        mode == .standard && !isFresh && !forbidsStale && !wishes.says(.noCache) && wishes.maxAge == nil
            && wishes.minFresh == nil && -remaining <= staleWhileRevalidate && staleWhileRevalidate > 0
    }

    /// Returns whether the response may be used because the server fails (RFC 5861, section 4). The limit is the
    /// user's, or else the request's, or else the response's.
    func allowUse(insteadOfError wishes: CacheControl, _ caching: Caching) -> Bool {
        guard !forbidsStale, !wishes.says(.noCache), !wishes.says(.noStore), wishes.minFresh == nil,
            isYoungEnough(for: wishes),
            let limit = caching.staleIfError?.inSeconds ?? (wishes.staleIfError ?? staleIfError).map(Double.init)
        else { return false }
        return -remaining <= limit
    }

    /// Returns whether the age is within the request's `max-age`; a `max-age` of 0 always requires validation.
    private func isYoungEnough(for wishes: CacheControl) -> Bool {
        guard let maxAge = wishes.maxAge else { return true }
        return maxAge > 0 && age <= Double(maxAge)
    }
}
