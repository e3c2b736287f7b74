extension Policy {
    /// Changes every request before it is sent.
    public static func changing(_ change: @escaping @Sendable (inout Request) -> Void) -> Policy {
        Policy { request, next in next(request.changingRequests(change)) }
    }
}

extension Plan: RequestChanging {
    /// The same plan, every request that it sends, now or later, changed.
    public func changingRequests(_ change: @escaping @Sendable (inout Request) -> Void) -> Plan {
        applying(.changing(change))
    }
}
