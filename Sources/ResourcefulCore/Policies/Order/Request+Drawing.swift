extension Request {
    /// Whether nothing has to be done for it, where there are no policies, but to resolve its URL and to follow
    /// redirects.
    package var isPlain: Bool { !lacksBoundary && !asksOfPolicies }

    private var asksOfPolicies: Bool {
        hasOptions
            && (lacksIdempotencyKey || self[Retrying.self] != .unsaid || saysHowToCache || self[ExpectsContinue.self]
                || self[OwnRedirects.self] != nil)
    }

    /// Whether a part of it is still to be drawn.
    var needsDrawing: Bool { lacksBoundary || lacksIdempotencyKey }

    /// The request with all that is to be drawn by chance: before the policies, so that to them it is what it will be.
    func drawn() -> Plan<Request> {
        let request = lacksBoundary ? drawingBoundary() : .value(self)
        return request.flatMap { $0.lacksIdempotencyKey ? $0.drawingIdempotencyKey() : .value($0) }
    }

    private func drawingBoundary() -> Plan<Request> {
        Plan.random.flatMap { first in Plan.random.map { second in separatingParts(by: first, second) } }
    }
}
