#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension Policy {
    /// What every interpreter does to every request: relative URLs are resolved, boundaries and keys drawn, and equal
    /// requests at the same moment sent once; then come the given policies, the outermost first, and inside them all
    /// redirects are followed. A request's own rule of retrying is followed outside of them, and what it says about
    /// caching inside, unless one of them does.
    package static func standard(baseURL: URL?, policies: [Policy]) -> Policy {
        let traits = policies.reduce(PolicyTraits()) { $0.wrapping($1.traits) }
        let redirects = followingRedirects()
        let outer = traits.takesUpCaching ? redirects : redirects.wrapping(cachingRequests)
        let innermost = outer.wrapping(askingBeforeBodies)
        let given = policies.reversed().reduce(innermost) { $1.wrapping($0) }
        let inner = traits.takesUpRetrying ? given : retryingRequests.wrapping(given)
        return Policy { request, next in
            let request = try request.resolved(against: baseURL)
            // Before the policies: to them, the request is what it will be.
            guard request.needsDrawing else { return inner.identified(request, by: traits, next) }
            return request.drawn().flatMap { inner.identified($0, by: traits, next) }
        }
    }

    /// The plan for a request, which is made for somebody, where policies know for whom.
    private func identified(
        _ request: Request, by traits: PolicyTraits, _ next: @escaping Sending
    ) -> Plan<Response> {
        let isForCache = traits.takesUpCaching || request.saysHowToCache
        guard let user = traits.user, isForCache || request.isJoinable else { return joined(request, for: nil, next) }
        return user(request).flatMap { user in
            guard isForCache, let user else { return joined(request, for: user, next) }
            var request = request
            request[CacheUser.self] = user
            return joined(request, for: user, next)
        }
    }

    /// The plan for a request, or the wait for that of an equal one which is under way for the same user.
    private func joined(_ request: Request, for user: String?, _ next: @escaping Sending) -> Plan<Response> {
        let plan = self(request, next: next)
        return request.isJoinable ? plan.shared(as: .load(request, user: user)) : plan
    }
}

extension Request {
    /// Whether nothing has to be done for it, where there are no policies, but to resolve its URL and to follow
    /// redirects.
    package var isPlain: Bool { !lacksBoundary && !asksOfPolicies }

    private var asksOfPolicies: Bool {
        !options.isEmpty
            && (lacksIdempotencyKey || self[Retrying.self] != .unsaid || saysHowToCache || self[ExpectsContinue.self])
    }

    /// Whether a part of it is still to be drawn.
    fileprivate var needsDrawing: Bool { lacksBoundary || lacksIdempotencyKey }

    /// The request with all that is to be drawn by chance.
    fileprivate func drawn() -> Plan<Request> {
        let request = lacksBoundary ? drawingBoundary() : .value(self)
        return request.flatMap { $0.lacksIdempotencyKey ? $0.drawingIdempotencyKey() : .value($0) }
    }
}
