extension Request {
    /// Whether, without policies, the request needs nothing except a resolved URL and following redirects.
    package var isPlain: Bool { !lacksBoundary && !asksOfPolicies }

    private var asksOfPolicies: Bool {
        hasOptions
            && (lacksIdempotencyKey || self[Retrying.self] != .unsaid || hasCacheOptions || self[ExpectsContinue.self]
                || self[OwnRedirects.self] != nil || bringsPolicies)
    }

    /// Whether a part of the request must still be drawn at random.
    var needsDrawing: Bool { lacksBoundary || lacksIdempotencyKey }

    /// Returns the request with its random parts. They are drawn before the policies, which see the final request.
    func drawn() -> Plan<Request> {
        let request = lacksBoundary ? drawingBoundary() : .value(self)
        return request.flatMap { $0.lacksIdempotencyKey ? $0.drawingIdempotencyKey() : .value($0) }
    }

    private func drawingBoundary() -> Plan<Request> {
        Plan.random.flatMap { first in Plan.random.map { second in separatingParts(by: first, second) } }
    }
}
