#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How a stored response may be used at a moment: what the server said, and what the user says instead.
struct CacheTerms {
    /// How old it is, in seconds (RFC 9111, section 4.2.3).
    let age: Double
    /// For how many seconds it is fresh yet; less than nothing for how long it has been stale.
    let remaining: Double
    /// Whether it is never to be used without validation.
    let needsValidation: Bool
    /// Whether it is never to be used when it is stale.
    let forbidsStale: Bool
    private let isImmutable: Bool
    private let staleWhileRevalidate: Double
    private let staleIfError: Int?

    init(_ freshness: Freshness, of status: Response.Status, at now: Date, _ caching: Caching) {
        let control = freshness.control
        age = freshness.ageSeconds(at: now)
        isImmutable = control.says(.immutable)
        if let lifetime = caching.lifetime, status.takesChosenLifetime {
            // The user's own clock: how long ago it was received, whatever caches on the way say.
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

    var isFresh: Bool { remaining > 0 }

    /// Whether it may be used as it is: fresh, or as stale as the request allows (RFC 9111, sections 4.2.4 and 5.2.1).
    func areMet(by wishes: CacheControl, _ mode: Caching.Mode) -> Bool {
        if mode == .onlyIfCached { return true }
        guard !needsValidation, !wishes.says(.noCache), mode != .validate || isImmutable && isFresh,
            isYoungEnough(for: wishes)
        else { return false }
        if isFresh { return remaining >= Double(wishes.minFresh ?? 0) }
        guard let maxStale = wishes.maxStale, wishes.minFresh == nil, !forbidsStale else { return false }
        return -remaining <= Double(maxStale)
    }

    /// Whether it may be used while it is validated (RFC 5861, section 3). Who names an age wants nothing stale (RFC
    /// 9111, section 5.2.1.1).
    func allowRevalidation(by wishes: CacheControl, _ mode: Caching.Mode) -> Bool {
        mode == .standard && !isFresh && !forbidsStale && !wishes.says(.noCache) && wishes.maxAge == nil
            && wishes.minFresh == nil && -remaining <= staleWhileRevalidate && staleWhileRevalidate > 0
    }

    /// Whether it may be used because the server fails (RFC 5861, section 4): what the user says counts, or else the
    /// request, or else the response.
    func allowUse(insteadOfError wishes: CacheControl, _ caching: Caching) -> Bool {
        guard !forbidsStale, !wishes.says(.noCache), !wishes.says(.noStore), wishes.minFresh == nil,
            isYoungEnough(for: wishes),
            let limit = caching.staleIfError?.inSeconds ?? (wishes.staleIfError ?? staleIfError).map(Double.init)
        else { return false }
        return -remaining <= limit
    }

    /// Whether its age is within the request's `max-age`; 0 asks for validation, however quick one is.
    private func isYoungEnough(for wishes: CacheControl) -> Bool {
        guard let maxAge = wishes.maxAge else { return true }
        return maxAge > 0 && age <= Double(maxAge)
    }
}
