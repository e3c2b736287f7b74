#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Whether requests are let through to a server: a pure state machine.
///
///     closed ── so many failures in a row ──► open ── a while ──► half open ── success ──► closed
///                                              ▲                      │
///                                              └────── failure ───────┘
///
/// Half open, one request is let through to see how the server is. When nothing is heard of it for as long as the
/// circuit stays open, another one is: the first may have been cancelled.
package struct Circuit: Hashable, Sendable {
    /// When it opens, and for how long.
    package struct Rule: Hashable, Sendable {
        package let failures: Int
        package let cooldown: Duration

        package init(failures: Int, cooldown: Duration) {
            self.failures = min(max(1, failures), 1 << 24)
            self.cooldown = max(.zero, cooldown)
        }
    }

    /// What the machine knows of the server.
    package enum State: Hashable, Sendable {
        /// All are let through; so many have failed in a row.
        case closed(failures: Int)
        /// Nobody is let through for a while.
        case open(since: Date)
        /// One was let through, to see.
        case halfOpen(since: Date)
    }

    /// What was let through tells how it went with this. Only the latest round counts.
    package struct Ticket: Hashable, Sendable {
        package let round: UInt32
        /// Whether it is the one that is let through half open.
        package let isProbe: Bool
    }

    /// What a request is told.
    package enum Answer: Hashable, Sendable {
        case admitted(Ticket)
        /// Come back later.
        case refused(for: Duration)
    }

    /// How a request ended.
    package enum Result: Hashable, Sendable {
        case success
        case failure
        /// It says nothing of the server: the request could not be sent, say.
        case neither
    }

    package var state = State.closed(failures: 0)
    /// Changes whenever the circuit opens and whenever a request is let through half open.
    package var round: UInt32 = 0

    package init() {}

    /// Whether all are let through.
    package var isClosed: Bool { if case .closed = state { true } else { false } }

    /// What is answered while it is closed.
    package var ticket: Ticket { Ticket(round: round, isProbe: !isClosed) }

    /// Lets a request through, or not.
    package mutating func admit(at now: Date, by rule: Rule) -> Answer {
        switch state {
        case .closed: return .admitted(ticket)
        case .open(let since), .halfOpen(let since):
            let elapsed = Duration.seconds(now.timeIntervalSince(since))
            // A clock that was set back says nothing of how long it has been.
            guard elapsed >= rule.cooldown || elapsed < .zero else { return .refused(for: rule.cooldown - elapsed) }
            state = .halfOpen(since: now)
            round &+= 1
            return .admitted(ticket)
        }
    }

    /// Takes note of how a request ended.
    package mutating func record(_ result: Result, of ticket: Ticket, at now: @autoclosure () -> Date, by rule: Rule) {
        guard ticket.round == round else { return }
        switch (state, result) {
        case (.closed, .success), (.halfOpen, .success): state = .closed(failures: 0)
        case (.closed(let failures), .failure) where failures + 1 < rule.failures:
            state = .closed(failures: failures + 1)
        case (.closed, .failure), (.halfOpen, .failure):
            state = .open(since: now())
            round &+= 1
        // The next one may try at once.
        case (.halfOpen, .neither): state = .open(since: .distantPast)
        case (.closed, .neither), (.open, _): break
        }
    }
}
