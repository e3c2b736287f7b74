extension Policy {
    /// Has no more than so many requests under way to each origin at once. The others wait for their turn, those with a
    /// higher priority (``RequestChanging/priority(_:)``) first, then those who came first.
    ///
    /// Two limits of one number count together, those of different numbers apart.
    ///
    /// Belongs inside a retry, so that no load takes up room while it only waits.
    public static func limit(atOnce limit: Int) -> Policy {
        Policy(PolicyTraits(.limit, "limit: \(max(1, limit)) at once to each origin")) { request, next in
            guard let origin = Origin(request.url) else { return next(request) }
            return next(request).limited(
                to: limit, under: "requests to \(origin)", priority: request[Request.Priority.self].rawValue)
        }
    }
}
