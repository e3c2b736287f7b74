/// How an outbox sends its writes: when again, for how long, and what a refusal means for those behind it.
public struct OutboxRule: Sendable {
    /// What happens to the writes behind a refused one, in its lane.
    public enum Refusal: Hashable, Sendable {
        /// They wait until a person retries or drops the refused one.
        case stop
        /// They are sent.
        case skip
    }

    /// Which attempts are made again, and after which waits. When it gives up, the write stays, and waits for the next
    /// time that the outbox is sent.
    public var retry: RetryRule
    /// What happens to the writes behind a refused one.
    public var afterRefusal: Refusal
    /// The longest time that sending takes. Another process takes a write over after this time, because the one that
    /// sent it has died. Give large files more.
    public var lease: Duration
    /// The number of requests that are sent at once, each of another lane.
    public var atOnce: Int
    /// The number of answered writes in each lane that are kept with their answers.
    public var answersKept: Int
    /// Returns why a service refuses a write, although the status is a success; nil if it doesn't.
    public var refusal: @Sendable (Response) -> String?

    /// Creates a rule.
    public init(
        retry: RetryRule = .outbox, afterRefusal: Refusal = .stop, lease: Duration = .seconds(60), atOnce: Int = 4,
        answersKept: Int = 100, refusal: @escaping @Sendable (Response) -> String? = { _ in nil }
    ) {
        (self.retry, self.afterRefusal, self.lease, self.atOnce) = (retry, afterRefusal, lease, max(1, atOnce))
        (self.answersKept, self.refusal) = (max(0, answersKept), refusal)
    }

    /// Returns what an outcome of an attempt means for its write.
    func settlement(of outcome: Result<Response, any Error>) -> Settlement {
        switch outcome {
        case .success(let response):
            if response.status.isSuccessful {
                return refusal(response).map { Settlement(state: .refused, reason: line($0), answer: response) }
                    ?? Settlement(state: .done, answer: response)
            }
            let waits = response.status.isServerError || retry.outcomes.contains(outcome)
            let problem = response.problem.map { ": \($0)" } ?? ""
            return Settlement(
                state: waits ? .waiting : .refused, reason: line("\(response.status)\(problem)"),
                answer: waits ? nil : response)
        case .failure(let error as OutboxError):
            return Settlement(state: .refused, reason: error.message)
        case .failure(let error):
            // A request that can't be sent as it is won't become better by waiting.
            let isInvalid = (error as? LoadError)?.stage == .request
            return Settlement(state: isInvalid ? .refused : .waiting, reason: line("\(error)"))
        }
    }

    private func line(_ text: String) -> String { Redaction.standard.line(text, limit: 500) }
}

extension RetryRule {
    /// Up to a thousand retries of each write, after failures of the server and the network, with waits that grow to
    /// five minutes, or as long as the server asks for: about two days in all.
    public static let outbox = RetryRule(
        upTo: 1_000,
        on: .transient.or(.status(in: 500..<600)).or(
            .transport(.circuitOpen, .unavailable, .proxyRefused, .insecure, .cannotRedirect, .tooLarge)),
        waits: .exponential(from: .seconds(1), upTo: .seconds(300)), longestRetryAfter: .seconds(86_400), budget: nil)
}
