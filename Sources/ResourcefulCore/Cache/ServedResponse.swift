/// A fresh response to a request, and how long the same response can be served.
package struct ServedResponse: Sendable {
    /// The response.
    package let response: Response
    private let request: Request
    private let from: Date
    private let until: Date

    /// Looks up what is served for a request; nil if that isn't a fresh response, or if it is a redirect, which must be
    /// followed.
    package init?(of stored: CacheEntry, to request: Request, at now: Date, caching: Caching) {
        guard
            case .serve(let response, revalidating: nil) = CacheDecision(
                for: request, stored: stored, at: now, caching: caching), !response.status.isRedirection
        else { return nil }
        self.response = response
        self.request = request
        from = now
        until = now.addingTimeInterval(stored.unchangingSeconds(for: request, at: now, caching))
    }

    /// Returns whether the same response can be served for a request at another time.
    package func answers(_ request: Request, at now: Date) -> Bool {
        from <= now && now < until && self.request == request
    }
}

extension CacheEntry {
    /// Returns the number of seconds for which the answer to a request stays the same if nothing else is stored: until
    /// its age in whole seconds increases or it becomes stale. Returns 0 for requests with a range, conditions or
    /// caching directives, and for modes other than the standard.
    fileprivate func unchangingSeconds(for request: Request, at now: Date, _ caching: Caching) -> TimeInterval {
        let wishes = CacheWishes(request)
        guard caching.mode == .standard, !wishes.isSpecial, wishes.control == CacheControl(),
            let index = selection(by: request, caching)
        else { return 0 }
        let terms = terms(of: index, at: now, caching)
        return max(0, min(terms.remaining, terms.age.rounded(.down) + 1 - terms.age))
    }
}
