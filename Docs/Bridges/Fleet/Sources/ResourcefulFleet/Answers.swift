/// What a server was asked, in order, and what of that it has answered.
///
/// A late answer alone says little: a busy server answers late, too. The server is silent if something is late, and
/// nothing that was asked after it was answered either.
package struct Answers: Sendable {
    private var last: UInt64 = 0
    private var newestAnswered: UInt64 = 0
    /// What was asked, and isn't answered yet.
    private var open: [UInt64: ContinuousClock.Instant] = [:]
    /// Whether the server is silent. It ends with any answer.
    package private(set) var isSilent = false

    package init() {}

    /// Notes a question, and returns its number.
    package mutating func ask(at time: ContinuousClock.Instant) -> UInt64 {
        last += 1
        open[last] = time
        return last
    }

    /// Notes the end of a question. One that ends without an answer says nothing about the server.
    package mutating func end(_ number: UInt64, isAnswered: Bool) {
        open[number] = nil
        if isAnswered { newestAnswered = max(newestAnswered, number) }
        // Where nothing is asked, nothing can be late.
        if isAnswered || open.isEmpty { isSilent = false }
    }

    /// Whether something that was asked later was answered, and the server isn't silent since.
    package func isBusy(since number: UInt64) -> Bool { newestAnswered > number && !isSilent }

    /// What to do at a time.
    package struct Look: Equatable, Sendable {
        /// Whether the server has become silent.
        package var isSilence = false
        /// Whether to ask something, since nothing was asked after what is soon late.
        package var asks = false
        /// When to look again; nil if nothing is open.
        package var next: ContinuousClock.Instant?

        /// Creates one.
        package init(isSilence: Bool = false, asks: Bool = false, next: ContinuousClock.Instant? = nil) {
            (self.isSilence, self.asks, self.next) = (isSilence, asks, next)
        }
    }

    /// Finds out whether the server is silent.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - wait: How long an answer takes at most, unless it is late.
    package mutating func look(at now: ContinuousClock.Instant, wait: Duration) -> Look {
        guard !open.isEmpty else { return Look() }
        // It ends with an answer, and nothing is asked meanwhile.
        guard !isSilent, let oldest = open.filter({ $0.key > newestAnswered }).min(by: { $0.key < $1.key }) else {
            return Look(next: now + wait / 2)
        }
        if oldest.value + wait <= now {
            isSilent = true
            return Look(isSilence: true, next: now + wait / 2)
        }
        if oldest.value + wait / 2 <= now { return Look(asks: oldest.key == last, next: oldest.value + wait) }
        return Look(next: oldest.value + wait / 2)
    }
}
