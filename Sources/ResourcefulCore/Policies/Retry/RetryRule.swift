/// A rule for sending requests again: after which outcomes, how often, after which waits, and until when.
///
/// It applies only to requests that are safe to send twice: those with an idempotent method (RFC 9110, section 9.2.2)
/// or an idempotency key (``RequestChanging/idempotencyKey()``), and with a body that can be sent again.
///
///     let patient = RetryRule(
///         upTo: 5, waits: .exponential(from: .seconds(1)), deadline: .seconds(60))
public struct RetryRule: Hashable, Sendable {
    /// The maximum number of times that a request is sent again.
    public var limit: Int
    /// The outcomes after which it is sent again.
    public var outcomes: Outcomes
    /// The waits before retries. If the server asks for a wait, a random one follows it, so that not all of its clients
    /// come back at the same moment; a fixed one is the minimum.
    public var waits: Backoff
    /// The longest wait that a server can ask for with Retry-After (RFC 9110, section 10.2.3). If it asks for a longer
    /// one, its response is the outcome: retrying earlier would ignore the server.
    public var longestRetryAfter: Duration
    /// The maximum duration of a load with all its attempts and waits, measured at the policy's place; nil for no
    /// maximum.
    ///
    /// No wait begins that would end later, and each attempt has at most the time that is left.
    public var deadline: Duration?
    /// The retries that all loads of the Webservice from one origin share; nil for no limit.
    public var budget: RetryBudget?

    /// Creates a rule. A negative limit counts as 0.
    public init(
        upTo limit: Int, on outcomes: Outcomes = .transient, waits: Backoff = .exponential(from: .milliseconds(250)),
        longestRetryAfter: Duration = .seconds(60), deadline: Duration? = nil, budget: RetryBudget? = .standard
    ) {
        self.limit = max(0, limit)
        self.outcomes = outcomes
        self.waits = waits
        self.longestRetryAfter = longestRetryAfter
        self.deadline = deadline
        self.budget = budget
    }

    /// At most three retries, after ``Outcomes/transient``, with full jitter and the standard budget.
    public static let standard = RetryRule(upTo: 3)

    /// No retries.
    public static let never = RetryRule(upTo: 0, on: .none, budget: nil)
}

extension RetryRule: CustomStringConvertible {
    /// The rule in one sentence.
    public var description: String {
        guard limit > 0 else { return "never" }
        var text = "at most \(limit) more times, after \(outcomes); waits: \(waits)"
        text += "; Retry-After up to \(longestRetryAfter.brief)"
        if let deadline { text += "; \(deadline.brief) in all" }
        if let budget { text += "; \(budget)" }
        return text
    }
}
