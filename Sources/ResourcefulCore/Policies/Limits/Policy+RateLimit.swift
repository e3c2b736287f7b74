extension Policy {
    /// Limits the number of requests per second to each origin, after a burst. Other requests wait in a queue: those
    /// with a higher priority (``RequestChanging/priority(_:)``) go first, then those that came first.
    ///
    /// Put it inside a retry: each attempt is a request. You can combine limits of several rates.
    ///
    /// Webservices that share a store, of several processes or machines, share the limit. Their clocks may be apart by
    /// ten seconds. Then one request of each can come late, and a burst is possible when one joins whose clock is ahead
    /// of all others.
    ///
    /// If the rate isn't a positive number, or the burst is below 1, every load fails at the request stage.
    public static func rateLimit(perSecond rate: Double, burst: Int = 1) -> Policy {
        guard rate > 0, rate.isFinite else {
            return .failing("a rate limit must be a positive number of requests per second, not \(rate)")
        }
        guard burst > 0 else { return .failing("a burst must be at least 1 request, not \(burst)") }
        let bucket = TokenBucket(perSecond: rate, burst: burst)
        let rule = OriginRate(bucket: bucket, rate: rate, prefix: StoreEntry.scratchName("rate \(rate)/\(burst) "))
        var traits = PolicyTraits(.limit, "rate limit: \(rate) per second per origin, \(bucket.burst) at once")
        traits.rule = rule
        return Policy(traits) { request, next in
            guard let name = rule.name(of: request) else { return next(request) }
            // One load at a time takes a token, and waits for it if necessary. So there is a queue in order of
            // priority, and at most one token is promised ahead.
            let admission = bucket.admission(name, Origin(request.url))
            return admission.limited(to: 1, under: name, priority: request[Request.Priority.self].rawValue)
                .flatMap { _ in next(request) }
        }
    }
}

/// A number of requests per second to each origin.
package struct OriginRate: Sendable {
    package let bucket: TokenBucket
    /// The requests per second.
    package let rate: Double
    fileprivate let prefix: String

    /// Returns the name of the entry for a request's origin; nil if its URL has none.
    package func name(of request: Request) -> String? { Origin(request.url).map { prefix + $0.description } }
}

extension TokenBucket {
    /// Waits for a token.
    fileprivate func admission(_ name: String, _ origin: Origin?) -> Plan<Void> {
        Plan.now.flatMap { now in
            Plan.update(name) { taking(at: now, from: $0.flatMap(Level.init)).level.entry }.flatMap { before in
                let wait = taking(at: now, from: before.flatMap(Level.init)).wait
                guard wait > .zero else { return Plan.value(()) }
                let reason = "the next request may be sent in \(wait.brief)"
                return Plan.note(LoadDecision(.limit, .waited, of: origin, for: wait, reason))
                    .flatMap { Plan.wait(for: wait) }
            }
        }
    }
}
