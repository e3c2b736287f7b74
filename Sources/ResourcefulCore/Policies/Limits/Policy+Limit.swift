extension Policy {
    /// Limits the number of requests to each origin at the same time. Other requests wait in a queue: those with a
    /// higher priority (``RequestChanging/priority(_:)``) go first, then those that came first.
    ///
    /// Two limits with the same number share one count. Limits with different numbers are counted separately.
    ///
    /// Put it inside a retry, so that a load that waits for its next attempt doesn't count.
    ///
    /// With a limit below 1, every load fails at the request stage.
    public static func limit(atOnce limit: Int) -> Policy {
        guard limit > 0 else { return .failing("a limit must be at least 1 request at once, not \(limit)") }
        var traits = PolicyTraits(.limit, "limit: \(limit) at once per origin")
        let rule = OriginLimit(limit: limit)
        traits.rule = rule
        return Policy(traits) { request, next in
            guard let key = rule.key(of: request) else { return next(request) }
            return next(request).limited(
                to: key.limit, under: key.name, priority: request[Request.Priority.self].rawValue)
        }
    }
}

/// A number of requests to each origin at the same time.
package struct OriginLimit: Sendable {
    package let limit: Int

    /// Returns the key of a request's permits; nil if its URL has no origin.
    package func key(of request: Request) -> GateKey? {
        Origin(request.url).map { GateKey(name: "requests to \($0)", limit: limit) }
    }
}
