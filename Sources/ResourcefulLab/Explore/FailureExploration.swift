/// The worlds of a plan that were tried: combinations of failures, in orders of the branches.
public struct FailureExploration: Hashable, Sendable, CustomStringConvertible {
    /// The number of worlds that were tried systematically.
    public internal(set) var worlds = 0
    /// The number of combinations of failures among them.
    public internal(set) var combinations = 0
    /// The number of combinations that are known and weren't tried.
    var waiting = 0
    /// The number of worlds that were drawn at random, because there were too many to try all.
    public internal(set) var drawn = 0
    /// The number of requests of the plan if nothing fails.
    package internal(set) var requestCount = 0
    /// The number of ways in which a request can fail.
    package let kinds: Int
    /// The maximum number of failures in a world.
    public let limit: Int
    /// The seed of the draws.
    let seed: UInt64
    /// Whether a combination has more orders than were tried.
    var hasMoreOrders = false
    /// The names of the invariants.
    let invariants: [String]

    /// Whether every world was tried in which at most ``limit`` requests fail.
    public var isComplete: Bool { drawn == 0 && !hasMoreOrders }

    /// The number of all combinations of answers to the requests of the plan; nil if it's more than an integer can
    /// hold. Requests that are sent only after a failure, such as retries, aren't counted.
    public var possibleCombinations: Int? {
        (0..<requestCount).reduce(1) { count, _ in
            count.flatMap { count in
                let (product, isTooLarge) = count.multipliedReportingOverflow(by: kinds + 1)
                return isTooLarge ? nil : product
            }
        }
    }

    /// A summary of the worlds that were tried.
    public var description: String {
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        let possible = possibleCombinations.map { count($0, "combination") } ?? "countless combinations"
        let part = waiting == 0 ? "" : "\(combinations) of at least "
        let known = count(combinations + waiting, "combination")
        let tried = "\(count(worlds, "world")): \(part)\(known) of at most \(count(limit, "failure"))"
        let orders = hasMoreOrders ? "not in all orders" : "in all orders"
        let having = requestCount == 1 ? "the request has" : "the \(requestCount) requests have"
        let among = "\(having) \(possible) of answers"
        let rest = drawn > 0 ? ", and \(drawn) more at random (seed \(seed))" : ""
        let end = isComplete ? "" : ", of too many to try all"
        return "\(tried), \(orders)\(rest)\(end); \(among); \(count(invariants.count, "invariant")) held"
    }
}

/// The simplest world that was found to violate an invariant.
public struct InvariantViolation: Error, CustomStringConvertible {
    /// The name of the invariant.
    public let invariant: String
    /// The error that the invariant's function threw, if it threw one.
    public let underlyingError: (any Error)?
    /// The failures, by the numbers of the requests, from 1 on.
    public let failures: [Int: ExchangeFailure]
    /// The effects before which the process ends, from 1 on; see `DryRun.crash(before:)`.
    public let crashes: Set<Int>
    /// The order of the branches.
    public let order: DryRun.Order
    /// All events, in order.
    public let events: [DryRun.Event]
    /// The outcome of the load as text, without secrets.
    public let outcome: String
    /// The worlds that were tried until the violation was found.
    public let exploration: FailureExploration

    /// The invariant, the events that lead to the violation in at most twenty lines, and the code that replays them.
    public var description: String {
        let tried = exploration.worlds + exploration.drawn
        let reason = underlyingError.map { ": \(Redaction.standard.text(of: $0))" } ?? ""
        return """
            not true in every world: \(invariant)\(reason) (found in world \(tried))
            \(EventLog(events, upTo: 20).lines.map { "  \($0)" }.joined(separator: "\n"))
              → \(outcome)\(replay.isEmpty ? "" : "\nto replay: \(replay)")
            """
    }

    /// The code that sets a run to this world.
    public var replay: String {
        let numbers = failures.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.code)" }
        let failing = numbers.isEmpty ? [] : ["run.fail([\(numbers.joined(separator: ", "))])"]
        let crashing = crashes.isEmpty ? [] : ["run.crash(before: \(crashes.sorted()))"]
        let ordering = order == .choices([]) ? [] : ["run.order = \(order)"]
        return (failing + crashing + ordering).joined(separator: "; ")
    }
}

extension ExchangeFailure {
    /// The failure as Swift code.
    fileprivate var code: String {
        switch self {
        case .refused: ".refused"
        case .timedOut: ".timedOut"
        case .reset: ".reset"
        case .status(let status): ".status(\(status.code))"
        case .empty: ".empty"
        case .truncated: ".truncated"
        case .wrongJSON: ".wrongJSON"
        case .redirected(let url): ".redirected(to: URL(string: \(url.absoluteString.debugDescription))!)"
        case .echoed(let status): ".echoed(\(status.code))"
        case .crashed: ".crashed"
        }
    }
}
