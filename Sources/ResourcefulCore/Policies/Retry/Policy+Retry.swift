extension Policy {
    /// Sends a request again, by a rule, if that can help and is safe.
    ///
    /// After the last attempt, its outcome is the outcome of the load. If a request has its own rule
    /// (``RequestChanging/retrying(_:)``), that rule applies instead. Put it outside of policies that apply to each
    /// attempt: authentication, limits, a circuit breaker.
    public static func retry(_ rule: RetryRule = .standard) -> Policy {
        var traits = PolicyTraits(.retry, "retry: \(rule)")
        traits.judges = rule.outcomes.needsVerdict
        traits.rule = rule
        let general = Attempts.Rule(rule)
        return Policy(traits) { request, next in
            switch request[Retrying.self] {
            case .unsaid: Attempts(general, request, next: next).plan()
            case .rule(let rule): following(rule, request, next: next)
            case .followed: next(request)
            }
        }
    }

    /// Sends a request again, at most the given number of times, if that can help and is safe.
    ///
    /// The rule is `RetryRule(upTo: limit)`: randomized waits that grow, or as long as the server asks for with
    /// Retry-After, and the standard budget. With a negative limit, every load fails at the request stage.
    @_disfavoredOverload
    public static func retry(upTo limit: Int) -> Policy {
        guard limit >= 0 else { return .failing("a retry limit must be 0 or more, not \(limit)") }
        return retry(RetryRule(upTo: limit))
    }

    /// Follows a request's own rule. Policies further inside don't follow it again.
    static func following(_ rule: RetryRule, _ request: Request, next: @escaping Sending) -> Plan<Response> {
        // Policies further inside that send requests again see that this one forbids it.
        guard rule.limit > 0 else { return next(request) }
        var request = request
        request[Retrying.self] = .followed
        return Attempts(Attempts.Rule(rule), request, next: next).plan()
    }

    /// Follows requests' own rules if the list has no other policy that does.
    static let retryingRequests: Policy = {
        var traits = PolicyTraits(nil, "")
        traits.rule = OwnRetries()
        traits.isForOptions = true
        return Policy(traits) { request, next in
            guard case .rule(let rule) = request[Retrying.self] else { return next(request) }
            return following(rule, request, next: next)
        }
    }()
}

/// Follows requests' own rules.
package struct OwnRetries: Sendable {}
