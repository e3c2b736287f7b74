#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension Policy {
    /// What every interpreter does to every request: relative URLs are resolved, boundaries and keys drawn, then come
    /// the given policies, the outermost first, and inside them all redirects are followed. A request's own rule of
    /// retrying is followed outside of them, unless one of them does.
    package static func standard(baseURL: URL?, policies: [Policy]) -> Policy {
        let given = policies.reversed().reduce(followingRedirects()) { $1.wrapping($0) }
        let inner = given.takesUpRetrying ? given : retryingRequests.wrapping(given)
        return Policy { request, next in
            let request = try request.resolved(against: baseURL)
            // Before the policies: to them, the request is what it will be.
            guard request.needsDrawing else { return inner(request, next: next) }
            return request.drawn().flatMap { inner($0, next: next) }
        }
    }
}

extension Request {
    /// Whether nothing has to be done for it, where there are no policies, but to resolve its URL and to follow
    /// redirects.
    package var isPlain: Bool { !lacksBoundary && !asksOfPolicies }

    private var asksOfPolicies: Bool { !options.isEmpty && (lacksIdempotencyKey || self[Retrying.self] != .unsaid) }

    /// Whether a part of it is still to be drawn.
    fileprivate var needsDrawing: Bool { lacksBoundary || lacksIdempotencyKey }

    /// The request with all that is to be drawn by chance.
    fileprivate func drawn() -> Plan<Request> {
        let request = lacksBoundary ? drawingBoundary() : .value(self)
        return request.flatMap { $0.lacksIdempotencyKey ? $0.drawingIdempotencyKey() : .value($0) }
    }
}
