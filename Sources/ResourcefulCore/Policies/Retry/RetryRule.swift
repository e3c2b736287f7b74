/// When a request is sent again: after which outcomes, how often, after which waits, and until when.
///
/// Of requests it takes those that do no harm when they are sent twice: an idempotent method (RFC 9110, section 9.2.2)
/// or an idempotency key (``RequestChanging/idempotencyKey()``), and a body that can be sent again.
///
///     let patient = RetryRule(upTo: 5, waits: .exponential(from: .seconds(1)), deadline: .seconds(60))
///     print(patient.schedule)   // 0–1 s, 0–2 s, 0–4 s, 0–8 s, 0–16 s
public struct RetryRule: Hashable, Sendable {
    /// How many times a request is sent again, at most.
    public var limit: Int
    /// The outcomes after which it is.
    public var outcomes: Outcomes
    /// How long to wait before, unless the server says that it must be longer.
    public var waits: Backoff
    /// The longest wait that a server can ask for with Retry-After (RFC 9110, section 10.2.3). When it asks for a
    /// longer one, its response stands: to come back earlier would be to ignore it.
    public var longestRetryAfter: Duration
    /// How long a load may take with all its attempts and waits, measured where the policy stands; nil is for ever.
    ///
    /// No wait is begun that would end later, and each attempt has no more time than is left.
    public var deadline: Duration?
    /// What all loads of the Webservice may spend on retries together; nil is no limit.
    public var budget: RetryBudget?

    /// A rule. A limit below nothing counts as nothing.
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

    /// Three times at most, after what may pass by itself, with full jitter and the standard budget.
    public static let standard = RetryRule(upTo: 3)

    /// Nothing is sent again.
    public static let never = RetryRule(upTo: 0, on: .none, budget: nil)
}

extension RetryRule: CustomStringConvertible {
    /// The rule in one sentence.
    public var description: String {
        guard limit > 0 else { return "never again" }
        var text = "\(limit) times more at most, after \(outcomes); waits: \(waits)"
        text += "; Retry-After of \(longestRetryAfter.brief) at most"
        if let deadline { text += "; \(deadline.brief) in all" }
        if let budget { text += "; \(budget)" }
        return text
    }
}
