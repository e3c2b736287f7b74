extension Policy {
    /// Sends a request again, by a rule, when that may help and does no harm.
    ///
    /// When all has been tried, the last outcome stands. A request with a rule of its own
    /// (``RequestChanging/retrying(_:)``) follows that instead. Belongs outside what is to happen in each attempt:
    /// authentication, limits, a circuit breaker.
    public static func retry(_ rule: RetryRule = .standard) -> Policy {
        var traits = PolicyTraits(.retry, "retry: \(rule)")
        traits.judges = rule.outcomes.needsVerdict
        return Policy(traits) { request, next in
            switch request[Retrying.self] {
            case .unsaid: Attempts(rule: rule, request: request, next: next).plan()
            case .rule(let rule): following(rule, request, next: next)
            case .followed: next(request)
            }
        }
    }

    /// Sends a request again, at most so many times, when that may help and does no harm.
    ///
    /// The rule is `RetryRule(upTo: limit)`: waits that grow and are drawn at random, or as long as the server asks for
    /// with Retry-After, and the standard budget. A limit below nothing fails every load at the request stage.
    @_disfavoredOverload
    public static func retry(upTo limit: Int) -> Policy {
        guard limit >= 0 else { return .impossible(.retry, "nothing can be sent again \(limit) times") }
        return retry(RetryRule(upTo: limit))
    }

    /// Follows a request's own rule, and sees to it that no one further inside does, too.
    static func following(_ rule: RetryRule, _ request: Request, next: @escaping Sending) -> Plan<Response> {
        var request = request
        request[Retrying.self] = .followed
        return Attempts(rule: rule, request: request, next: next).plan()
    }

    /// Follows the own rules of requests, where no other policy does.
    static let retryingRequests = Policy(PolicyTraits(.other, "")) { request, next in
        guard case .rule(let rule) = request[Retrying.self] else { return next(request) }
        return following(rule, request, next: next)
    }
}
