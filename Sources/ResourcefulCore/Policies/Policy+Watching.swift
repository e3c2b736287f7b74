extension Policy {
    /// Shows every request before it is sent, and every outcome, without being able to change or break anything.
    ///
    /// Where it stands among the policies decides what it sees: outside a retry, one request and its last outcome;
    /// inside, each attempt. What else happens in a load is told to its observers.
    public static func watching(
        willSend: @escaping @Sendable (Request) -> Void = { _ in },
        didReceive: @escaping @Sendable (Request, Result<Response, any Error>) -> Void = { _, _ in }
    ) -> Policy {
        Policy(named: "watching") { request, next in
            willSend(request)
            return next(request).continuing { outcome in
                didReceive(request, outcome)
                return .outcome(outcome)
            }
        }
    }
}
