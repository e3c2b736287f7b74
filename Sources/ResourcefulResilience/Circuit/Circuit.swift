/// Decides whether to send requests to a server: a pure state machine.
///
///     closed ── so many failures in a row ──► open ── a while ──► half open ── success ──► closed
///                                              ▲                      │
///                                              └────── failure ───────┘
///
/// Half open, it admits one request to test the server. If no result is recorded within the time that the circuit stays
/// open, it admits another one, as the first may have been canceled.
struct Circuit: Hashable, Sendable {
    /// The number of failures that open the circuit, and the time that it stays open.
    struct Rule: Hashable, Sendable {
        let failures: Int
        let cooldown: Duration

        init(failures: Int, cooldown: Duration) {
            self.failures = min(max(1, failures), 1 << 24)
            self.cooldown = max(.zero, cooldown)
        }
    }

    /// The state of the machine.
    enum State: Hashable, Sendable {
        /// All requests are admitted. The number counts the failures in a row.
        case closed(failures: Int)
        /// No request is admitted for a while.
        case open(since: Date)
        /// One request was admitted as a test.
        case halfOpen(since: Date)
    }

    /// The ticket of an admitted request, with which its result is recorded. Only the latest round counts.
    struct Ticket: Hashable, Sendable {
        let round: UInt32
        /// Whether the request is the test of a half-open circuit.
        let isProbe: Bool
    }

    /// The answer to a request.
    enum Answer: Hashable, Sendable {
        case admitted(Ticket)
        /// The request isn't admitted until this time has passed.
        case refused(for: Duration)
    }

    /// The result of a request.
    enum Result: Hashable, Sendable {
        case success
        case failure
        /// The result doesn't depend on the server: for example, the request couldn't be sent.
        case neither
    }

    var state = State.closed(failures: 0)
    /// A number that changes when the circuit opens and when it admits a request half open.
    var round: UInt32 = 0
    /// The failure that opened the circuit last, on one line and without secrets; empty while it has never opened.
    var reason = ""

    init() {}

    /// Whether all requests are admitted.
    var isClosed: Bool { if case .closed = state { true } else { false } }

    /// The ticket of the current round.
    var ticket: Ticket { Ticket(round: round, isProbe: !isClosed) }

    /// Admits a request or refuses it.
    mutating func admit(at now: Date, by rule: Rule) -> Answer {
        switch state {
        case .closed: return .admitted(ticket)
        case .open(let since), .halfOpen(let since):
            let elapsed = Duration.seconds(now.timeIntervalSince(since))
            // If the clock was set back, the elapsed time is unknown.
            guard elapsed >= rule.cooldown || elapsed < .zero else { return .refused(for: rule.cooldown - elapsed) }
            state = .halfOpen(since: now)
            round &+= 1
            return .admitted(ticket)
        }
    }

    /// Records the result of a request.
    mutating func record(
        _ result: Result, of ticket: Ticket, at now: @autoclosure () -> Date, by rule: Rule, because reason: String = ""
    ) {
        guard ticket.round == round else { return }
        switch (state, result) {
        case (.closed, .success), (.halfOpen, .success): (state, self.reason) = (.closed(failures: 0), "")
        case (.closed(let failures), .failure) where failures + 1 < rule.failures:
            state = .closed(failures: failures + 1)
        case (.closed, .failure), (.halfOpen, .failure):
            (state, self.reason) = (.open(since: now()), String(reason.prefix(200)))
            round &+= 1
        // The next request may be tried at once.
        case (.halfOpen, .neither): state = .open(since: .distantPast)
        case (.closed, .neither), (.open, _): break
        }
    }
}

extension Circuit {
    /// Returns the answer to a request at a time, as text.
    func text(at now: Date, by rule: Rule) -> String {
        var circuit = self
        switch (state, circuit.admit(at: now, by: rule)) {
        case (.closed(let failures), _): return "closed, \(failures) of \(rule.failures) failures in a row"
        case (_, .refused(let time)): return "open: nothing is sent for \(time.brief)"
        case (_, .admitted): return "half open: this request is the test"
        }
    }
}
