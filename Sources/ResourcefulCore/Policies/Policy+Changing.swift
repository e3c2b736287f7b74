extension Policy {
    /// Changes every request before it is sent.
    public static func changing(_ change: @escaping @Sendable (inout Request) -> Void) -> Policy {
        Policy(named: "changing") { request, next in next(request.changingRequests(change)) }
    }
}
