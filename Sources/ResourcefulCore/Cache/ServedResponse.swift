#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// A fresh response as it was given to a request, and for how long it would be given just so.
package struct ServedResponse: Sendable {
    /// The response.
    package let response: Response
    private let request: Request
    private let from: Date
    private let until: Date

    /// What is given to a request of what is stored; nil when that is no fresh response, or one of a redirection, which
    /// is followed.
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

    /// Whether the same is to be given to a request at another time.
    package func answers(_ request: Request, at now: Date) -> Bool {
        from <= now && now < until && self.request == request
    }
}

extension CacheEntry {
    /// For how long the answer to a request stays what it is, if nothing else is stored: until its age is one second
    /// more, or it is no longer fresh; nothing for a request that wishes anything.
    fileprivate func unchangingSeconds(for request: Request, at now: Date, _ caching: Caching) -> TimeInterval {
        let wishes = CacheWishes(request)
        guard caching.mode == .standard, !wishes.isSpecial, wishes.control == CacheControl(),
            let index = selection(by: request, caching)
        else { return 0 }
        let terms = terms(of: index, at: now, caching)
        return max(0, min(terms.remaining, terms.age.rounded(.down) + 1 - terms.age))
    }
}
