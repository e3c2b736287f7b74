package import ResourcefulTesting

extension Policy {
    /// A retry without chance and without a budget: after 100 ms, 200 ms, 400 ms and so on, a minute at most.
    package static func steadyRetry(upTo limit: Int) -> Policy {
        .retry(
            RetryRule(
                upTo: limit, waits: .exponential(from: .milliseconds(100), upTo: .seconds(60), jitter: .none),
                budget: nil))
    }
}
