import ExampleSupport
import Resourceful
import ResourcefulLab

/// Tries the tour's loads in every combination of failures and in every order, and shows what is true in all of them.
struct FailureTour {
    /// Whether the policy that renews the token has a bug.
    let isBuggy: Bool
    /// Whether event logs have what policies keep for themselves.
    var hasInternals = false

    /// - Throws: ``BugFound`` after its event log was shown.
    func run(on terminal: Terminal) throws {
        terminal.say(
            "Any request may be refused with 401 or 503, get no answer in time, or lose the connection. A server in "
                + "memory answers the others.")
        try show("A comment is posted", Visit.posting.map(\.1), atMost: 3, on: terminal)
        try show("The same, and then two loads at once", Visit.comment.map(\.1), atMost: 1, on: terminal)
    }

    private func show(_ title: String, _ plan: Plan<Int>, atMost count: Int, on terminal: Terminal) throws {
        terminal.write("\n" + terminal.laidOut(title, .bold) + "\n")
        do {
            terminal.say("  " + Self.summary(try explored(plan, atMost: count)))
            for sentence in Self.sentences { terminal.say("  ✓ \(sentence.name)", .green, indent: 2) }
        } catch let violation as InvariantViolation {
            terminal.say(text(of: violation), indent: 2)
            throw BugFound(sentence: violation.invariant)
        }
    }

    /// The sentence that isn't true and its event log, without entries such as the budget for retries unless asked for.
    func text(of violation: InvariantViolation) -> String {
        let lines = violation.description.components(separatedBy: "\n")
        let internals = "  wrote \(StoreEntry.scratchName(""))"
        return lines.filter { hasInternals || !$0.hasPrefix(internals) }.joined(separator: "\n")
    }

    /// Tries a plan that posts one comment.
    func explored(_ plan: Plan<Int>, atMost count: Int) throws -> FailureExploration {
        let (podcast, policies) = (Podcast(), policies)
        return try DryRun.explore(
            plan, against: { ListenerServer(podcast) },
            in: { server in DryRun(baseURL: ListenerServer.baseURL, policies: policies, server.answer) },
            failing: [.status(401), .status(503), .timedOut, .reset], atMost: count, always: Self.sentences)
    }

    /// What is true in every world.
    private static var sentences: [Invariant<ListenerServer, Int>] {
        [
            .holds("the comment is posted once at most") { $0.server.comments <= 1 },
            .holds("if the load succeeds, the comment is there") { world in
                (try? world.outcome.get()) == nil || world.server.comments == 1
            },
            .ends(within: 30),
        ]
    }

    /// The policies, the outermost first: retry, renew the token.
    private var policies: [Policy] {
        let (baseURL, tokenURL, token) = (ListenerServer.baseURL, ListenerServer.tokenURL, Token("token-1"))
        let bearer = Policy.bearer(for: baseURL, token: token) { _ in
            Resource(url: tokenURL, method: .post, parseJSON: Token.oauth)
        }
        return [.retry(), isBuggy ? .forgetfulBearer(token: token, at: tokenURL) : bearer]
    }

    static func summary(_ exploration: FailureExploration) -> String {
        let worlds = Wording.count(exploration.worlds, "world")
        let failures =
            "\(Wording.count(exploration.combinations, "combination")) of at most "
            + Wording.count(exploration.limit, "failure")
        return "\(worlds): \(failures), in every order"
            + (exploration.isComplete ? "" : " that fits into the limit, and \(exploration.drawn) drawn at random")
    }
}

/// A sentence isn't true in every world.
struct BugFound: Complaining {
    let sentence: String

    var complaint: Complaint {
        Complaint(
            "not true in every world: \(sentence)", hint: "The last line of the event log replays it in a test.",
            status: .software)
    }
}
