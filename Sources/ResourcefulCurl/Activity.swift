/// Whether bytes are sent and received. It has a clock only when the loop looks at it, not for each byte.
struct Activity {
    /// The two directions, each of which can be held up by this program.
    enum Direction {
        case sending, receiving
    }

    /// Wraps around; zero before the request is sent, since connecting has a limit of its own.
    private var count: UInt64 = 0
    private var isSendingHeldUp = false
    private var isReceivingHeldUp = false
    /// What was counted when the loop looked, and when it began to stand still.
    private var seen: (count: UInt64, since: ContinuousClock.Instant)?

    /// Notes that something was sent or received.
    mutating func note() { count &+= 1 }

    /// Notes that something was sent or received, or that this program has no space for what arrives or nothing to send
    /// yet: meanwhile, the server isn't idle.
    mutating func note(isHeldUp: Bool, _ direction: Direction) {
        count &+= 1
        switch direction {
        case .sending: isSendingHeldUp = isHeldUp
        case .receiving: isReceivingHeldUp = isHeldUp
        }
    }

    /// Returns whether there has been nothing for at least this long. Call it often.
    mutating func hasStoodStill(for limit: Duration, at now: ContinuousClock.Instant) -> Bool {
        guard count > 0, !isSendingHeldUp, !isReceivingHeldUp, let seen, seen.count == count else {
            seen = (count, now)
            return false
        }
        return seen.since.duration(to: now) >= limit
    }
}
