/// A pure accumulator that counts the bytes of a load, which may have several exchanges, in sequence or concurrent.
///
/// Exchanges in vain don't count: unsuccessful responses and lost connections. A body that is sent again after a lost
/// connection, a redirect or a refusal counts only once, and stays expected until then. The fraction never decreases.
package struct ProgressTally: Sendable {
    /// The bytes of one exchange, or of all that have ended.
    private struct Count: Sendable {
        var sent = 0
        var received = 0
        var expectedToSend: Int?
        var expectedToReceive: Int?
        var isAnswered = false
        var name = ""
        /// Whether the body was sent before, in vain.
        var isRepeated = false
    }

    private var underWay: [Int: Count] = [:]
    private var done = Count(expectedToSend: 0, expectedToReceive: 0, isAnswered: true)
    private var lastNumber = 0
    /// The sizes of the bodies that were sent in vain and not yet again, by method and URL.
    private var interrupted: [String: Int] = [:]
    /// The number of bytes that crossed the network since the last interruption, including those in vain.
    private var crossed = 0
    private var highest: Double?
    private var hasSucceeded = false
    private var rate = TransferRate()

    /// Creates an empty tally.
    package init() {}

    /// Begins an exchange whose body has a number of bytes, nil if unknown. Returns the number of the exchange: 0 for a
    /// request of a policy's own, which doesn't count.
    package mutating func began(toSend count: Int?, of request: Request? = nil) -> Int {
        if let request, request[RefreshesToken.self] { return 0 }
        lastNumber += 1
        // The wait is no part of the rate.
        if underWay.isEmpty, !interrupted.isEmpty { (rate, crossed) = (TransferRate(), 0) }
        let name = request.map { "\($0.method) \($0.url)" } ?? ""
        underWay[lastNumber] = Count(name: name, isRepeated: interrupted.removeValue(forKey: name) != nil)
        expects(toSend: count, lastNumber)
        return lastNumber
    }

    /// Sets the number of bytes of the body, once known.
    package mutating func expects(toSend count: Int?, _ number: Int) {
        underWay[number]?.expectedToSend = count
        guard let count, underWay.count == 1, underWay[number]?.isRepeated == false else { return }
        // At another URL, as after a redirect, a body as large replaces what was interrupted, and so does none.
        let left = interrupted.filter { count > 0 && $0.value > count }
        underWay[number]?.isRepeated = count > 0 && left.count < interrupted.count
        interrupted = left
    }

    /// Adds sent bytes of the body.
    package mutating func sent(_ count: Int, _ number: Int) {
        guard underWay[number] != nil else { return }
        underWay[number]?.sent += count
        crossed += count
    }

    /// Notes that the body is sent again from an offset.
    package mutating func rewound(to offset: Int, _ number: Int) {
        underWay[number]?.sent = offset
        underWay[number]?.isRepeated = true
    }

    /// Notes that the head of the response was received, with the number of bytes of its body if it states one.
    package mutating func answered(toReceive count: Int?, _ number: Int) {
        underWay[number]?.isAnswered = true
        underWay[number]?.received = 0
        underWay[number]?.expectedToReceive = count
    }

    /// Adds received bytes of the response's body.
    package mutating func received(_ count: Int, _ number: Int) {
        guard underWay[number] != nil else { return }
        underWay[number]?.received += count
        crossed += count
    }

    /// Ends an exchange, successful or in vain.
    package mutating func ended(_ number: Int, inVain: Bool) {
        guard let count = underWay.removeValue(forKey: number) else { return }
        if inVain, let size = count.expectedToSend, size > 0 { interrupted[count.name] = size }
        guard !inVain else { return }
        done.sent += count.sent
        done.received += count.received
        // What was received is all there was to expect.
        done.expectedToSend? += count.sent
        done.expectedToReceive? += count.received
    }

    /// Sets the number of bytes from an earlier attempt, which precede those that are received.
    package mutating func resumed(after count: Int) {
        done.received = count
        done.expectedToReceive = count
    }

    /// Notes that the load succeeded.
    package mutating func succeeded() {
        for number in underWay.keys { ended(number, inVain: false) }
        interrupted = [:]
        hasSucceeded = true
    }

    /// Returns the progress at a time, measured from a fixed moment.
    package mutating func progress(at time: Duration) -> TransferProgress {
        rate.note(crossed, at: time)
        var progress = TransferProgress(
            sent: done.sent, received: done.received, expectedToSend: done.expectedToSend,
            expectedToReceive: done.expectedToReceive,
            bytesPerSecond: underWay.isEmpty && !hasSucceeded ? nil : rate.bytesPerSecond)
        for size in interrupted.values { progress.expectedToSend = ByteCount.sum(progress.expectedToSend, size) }
        var toReceiveAtLeast = done.received
        for count in underWay.values {
            progress.sent += count.sent
            progress.received += count.received
            progress.expectedToSend = ByteCount.sum(progress.expectedToSend, count.expectedToSend)
            progress.expectedToReceive = ByteCount.sum(progress.expectedToReceive, count.expectedToReceive)
            toReceiveAtLeast = ByteCount.sum(toReceiveAtLeast, count.expectedToReceive ?? count.received)
        }
        progress.fraction = fraction(progress, toReceiveAtLeast)
        let total = progress.expected ?? progress.expectedToSend ?? 0
        let isBehind = Double(progress.sent + progress.received) / Double(total) < progress.fraction ?? 0
        if isBehind, underWay.values.contains(where: \.isRepeated) { progress.remark = "sent again" }
        if underWay.isEmpty, !interrupted.isEmpty { progress.remark = "interrupted" }
        return progress
    }

    private mutating func fraction(_ progress: TransferProgress, _ toReceiveAtLeast: Int) -> Double? {
        if hasSucceeded { return 1 }
        // While a body is sent, the response's size is unknown, but usually small.
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
