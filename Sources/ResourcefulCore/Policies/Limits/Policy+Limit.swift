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
        guard limit > 0 else { return .impossible(.limit, "a limit must be at least 1 request at once, not \(limit)") }
        var traits = PolicyTraits(.limit, "limit: \(limit) at once per origin")
        traits.remarks = { request in
            guard let origin = Origin(request.url) else { return .value("not for this URL") }
            return Plan.count(of: .permits(GateKey(name: name(of: origin), limit: limit))).map { count in
                "\(limit) at once per origin, \(count) under way\(count < limit ? "" : ": waits for a permit")"
            }
        }
        return Policy(traits) { request, next in
            guard let origin = Origin(request.url) else { return next(request) }
            return next(request).limited(
                to: limit, under: name(of: origin), priority: request[Request.Priority.self].rawValue)
        }
    }

    private static func name(of origin: Origin) -> String { "requests to \(origin)" }
}
