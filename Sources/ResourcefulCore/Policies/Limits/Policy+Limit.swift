extension Policy {
    /// Has no more than so many requests under way to each origin at once. The others wait for their turn, those with a
    /// higher priority (``RequestChanging/priority(_:)``) first, then those who came first.
    ///
    /// Two limits of one number count together, those of different numbers apart.
    ///
    /// Belongs inside a retry, so that no load takes up room while it only waits.
    ///
    /// A limit below 1 would let nothing through: it fails every load at the request stage.
    public static func limit(atOnce limit: Int) -> Policy {
        guard limit > 0 else { return .impossible(.limit, "a limit of \(limit) requests at once lets nothing through") }
        return Policy(PolicyTraits(.limit, "limit: \(limit) at once to each origin")) { request, next in
            guard let origin = Origin(request.url) else { return next(request) }
            return next(request).limited(
                to: limit, under: "requests to \(origin)", priority: request[Request.Priority.self].rawValue)
        }
    }
}
