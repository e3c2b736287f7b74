extension Policy {
    /// Sends a request again, at most so many times, when that may help and does no harm.
    ///
    /// It may help after an exchange that did not come to its end, and after the statuses 408, 425, 429, 500, 502, 503
    /// and 504. It does no harm when the method is idempotent (RFC 9110, section 9.2.2), and is possible when the body
    /// can be sent again. The waits between are 100 ms, 200 ms, 400 ms and so on, a minute at most. When all has been
    /// tried, the last outcome stands.
    public static func retry(upTo limit: Int) -> Policy {
        Policy { request, next in attempt(request, next: next, left: limit, wait: .milliseconds(100)) }
    }

    private static func attempt(
        _ request: Request, next: @escaping Sending, left: Int, wait: Duration
    ) -> Plan<Response> {
        next(request).continuing { outcome in
            let isHarmless = request.method.isIdempotent && request.body?.canBeSentAgain != false
            guard left > 0, isHarmless, isWorthRetrying(outcome) else { return .outcome(outcome) }
            return Plan.wait(for: wait).flatMap {
                attempt(request, next: next, left: left - 1, wait: min(wait * 2, .seconds(60)))
            }
        }
    }

    private static func isWorthRetrying(_ outcome: Result<Response, any Error>) -> Bool {
        switch outcome {
        case .success(let response): [408, 425, 429, 500, 502, 503, 504].contains(response.status.code)
        case .failure(let error as LoadError): error.stage == .transport && error.isTransient
        case .failure: false
        }
    }
}

extension LoadError {
    /// Whether the same request might succeed a moment later.
    fileprivate var isTransient: Bool {
        switch (underlyingError as? TransportError)?.kind {
        case .insecure, .tooLarge, .cannotRedirect, .unavailable: false
        default: true
        }
    }
}
