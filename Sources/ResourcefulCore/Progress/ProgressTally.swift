/// Counts the bytes of a load, which may be several exchanges at once and one after the other: a pure accumulator.
///
/// What was exchanged in vain does not count: a response that is no success, a connection that was lost. So a body that
/// is sent anew, since it was lost, redirected or refused, counts once. The fraction stays until it is overtaken.
package struct ProgressTally: Sendable {
    /// What is known of one exchange, or of all those that are over.
    private struct Count: Sendable {
        var sent = 0
        var received = 0
        var expectedToSend: Int?
        var expectedToReceive: Int?
        var isAnswered = false
    }

    private var underWay: [Int: Count] = [:]
    private var done = Count(expectedToSend: 0, expectedToReceive: 0, isAnswered: true)
    private var lastNumber = 0
    /// How many bytes have crossed the network, those in vain included.
    private var crossed = 0
    private var highest: Double?
    private var hasSucceeded = false
    private var rate = TransferRate()

    /// Nothing has happened yet.
    package init() {}

    /// An exchange begins, whose body has so many bytes; returns its number.
    package mutating func began(toSend count: Int?) -> Int {
        lastNumber += 1
        underWay[lastNumber] = Count(expectedToSend: count)
        return lastNumber
    }

    /// It has turned out how many bytes the body has.
    package mutating func expects(toSend count: Int?, _ number: Int) { underWay[number]?.expectedToSend = count }

    /// So many bytes of the body were sent.
    package mutating func sent(_ count: Int, _ number: Int) {
        guard underWay[number] != nil else { return }
        underWay[number]?.sent += count
        crossed += count
    }

    /// The body is sent from this byte on, once more.
    package mutating func rewound(to offset: Int, _ number: Int) { underWay[number]?.sent = offset }

    /// The head of the response is there, and says how many bytes its body has, if it does.
    package mutating func answered(toReceive count: Int?, _ number: Int) {
        underWay[number]?.isAnswered = true
        underWay[number]?.received = 0
        underWay[number]?.expectedToReceive = count
    }

    /// So many bytes of the response's body have come.
    package mutating func received(_ count: Int, _ number: Int) {
        guard underWay[number] != nil else { return }
        underWay[number]?.received += count
        crossed += count
    }

    /// So many bytes of the response's body have come in all.
    package mutating func received(inAll count: Int, _ number: Int) {
        received(count - (underWay[number]?.received ?? 0), number)
    }

    /// An exchange is over: a success, or in vain.
    package mutating func ended(_ number: Int, inVain: Bool) {
        guard let count = underWay.removeValue(forKey: number), !inVain else { return }
        done.sent += count.sent
        done.received += count.received
        // What has come is all that was to come.
        done.expectedToSend? += count.sent
        done.expectedToReceive? += count.received
    }

    /// So many bytes are there already, from an earlier attempt; what is received follows them.
    package mutating func resumed(after count: Int) {
        done.received = count
        done.expectedToReceive = count
    }

    /// The load has succeeded.
    package mutating func succeeded() {
        for number in underWay.keys { ended(number, inVain: false) }
        hasSucceeded = true
    }

    /// How far it has come, at a time since a moment that is always the same.
    package mutating func progress(at time: Duration) -> TransferProgress {
        rate.note(crossed, at: time)
        var progress = TransferProgress(
            sent: done.sent, received: done.received, expectedToSend: done.expectedToSend,
            expectedToReceive: done.expectedToReceive, bytesPerSecond: rate.bytesPerSecond)
        var toReceiveAtLeast = done.received
        for count in underWay.values {
            progress.sent += count.sent
            progress.received += count.received
            progress.expectedToSend = ByteCount.sum(progress.expectedToSend, count.expectedToSend)
            progress.expectedToReceive = ByteCount.sum(progress.expectedToReceive, count.expectedToReceive)
            toReceiveAtLeast = ByteCount.sum(toReceiveAtLeast, count.expectedToReceive ?? count.received)
        }
        progress.fraction = fraction(progress, toReceiveAtLeast)
        return progress
    }

    private mutating func fraction(_ progress: TransferProgress, _ toReceiveAtLeast: Int) -> Double? {
        if hasSucceeded { return 1 }
        // While a body is sent, nothing is known of the answer, which is small as a rule.
        let isSending = underWay.values.contains { !$0.isAnswered && $0.expectedToSend != 0 }
        let toReceive = progress.expectedToReceive ?? (isSending ? toReceiveAtLeast : nil)
        guard let toSend = progress.expectedToSend, let toReceive else { return highest }
        let expected = ByteCount.sum(toSend, toReceive)
        guard expected > 0 else { return highest }
        let current = Double(progress.sent + progress.received) / Double(expected)
        highest = max(highest ?? 0, min(max(0, current), 1.0.nextDown))
        return highest
    }
}
