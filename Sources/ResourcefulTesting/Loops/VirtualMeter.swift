import ResourcefulProgress

/// Measures the exchanges of a run, and counts their bytes in virtual time by the rules of a live load.
final class VirtualMeter: RunMeter {
    /// One exchange, and how far it is counted.
    private struct Exchange {
        let request: Request
        let toSend: Int?
        let start: Duration
        /// The number of the exchange for the meter outside.
        let outerNumber: Int?
        var end: Duration
        var toReceive = 0
        var expected: Int?
        var isInVain = true
        /// The number of bytes that earlier responses had.
        var resumedAfter: Int?
        var sent = 0
        var received = 0
        var isOver = false
        /// The number in the tally; nil before the exchange begins.
        var number: Int?

        /// Counts what has crossed the network until a time.
        mutating func count(until time: Duration, in tally: inout ProgressTally) {
            guard !isOver, start <= time else { return }
            let isNew = number == nil
            if isNew, let resumedAfter { tally.resumed(after: resumedAfter) }
            let number = number ?? tally.began(toSend: toSend, of: request)
            self.number = number
            isOver = end <= time
            let share = isOver ? 1 : (time - start) / (end - start)
            let sentNow = Int(Double(toSend ?? 0) * share)
            tally.sent(sentNow - sent, number)
            sent = sentNow
            // A response follows the body of its request.
            if toSend == 0 ? isNew : isOver { tally.answered(toReceive: expected, number) }
            let receivedNow = toSend == 0 || isOver ? Int(Double(toReceive) * share) : 0
            tally.received(receivedNow - received, number)
            received = receivedNow
            if isOver { tally.ended(number, inVain: isInVain) }
        }
    }

    private let outer: (any RunMeter)?
    private let begin: Duration
    private var exchanges: [Exchange] = []
    /// Whether the progress begins with a response, and not with a request.
    var beginsWithResponse = false
    private var tally = ProgressTally()
    /// The exchanges before this one have ended.
    private var firstOpen = 0

    init(inside outer: (any RunMeter)?, from begin: Duration) { (self.outer, self.begin) = (outer, begin) }

    func begin(_ request: Request, at time: Duration, after cause: Int?) -> Int {
        let toSend = request.body == nil ? 0 : (try? request.body?.knownLength) ?? nil
        let outerNumber = outer?.begin(request, at: time, after: cause)
        exchanges.append(Exchange(request: request, toSend: toSend, start: time, outerNumber: outerNumber, end: time))
        return exchanges.count - 1
    }

    func duration(of number: Int, _ response: Response?, _ failure: (any Error)?, delay: Duration) -> Duration {
        var delay = delay
        if let outer, let outerNumber = exchanges[number].outerNumber {
            delay = outer.duration(of: outerNumber, response, failure, delay: delay)
        }
        exchanges[number].end += delay
        guard let response, failure == nil else { return delay }
        exchanges[number].toReceive = response.stubbedPieces.reduce(0) { $0 + $1.count }
        let isCoded = response.headerFields.contains("Content-Encoding")
        exchanges[number].expected = isCoded ? nil : response.headerFields.contentLength
        exchanges[number].isInVain = !response.status.isSuccessful || response.stubbedFailure != nil
        return delay
    }

    func cutOff(_ number: Int, at time: Duration) {
        if let outer, let outerNumber = exchanges[number].outerNumber { outer.cutOff(outerNumber, at: time) }
        exchanges[number].isInVain = true
        exchanges[number].end = min(exchanges[number].end, time)
    }

    func finish(at time: Duration, after cause: Int?) {
        outer?.finish(at: time, after: cause.flatMap { exchanges[$0].outerNumber })
    }

    /// Notes that the bytes of the current exchange follow those of earlier responses.
    func resumed(after count: Int) { exchanges.indices.last.map { exchanges[$0].resumedAfter = count } }

    /// Reports the progress at the beginning, from time to time, and at the end; nil for an end that isn't reported. A
    /// load that fails before it begins has none.
    func report(
        until end: Duration, every interval: Duration, _ hasSucceeded: Bool?, _ tell: (TransferProgress) throws -> Void
    ) rethrows {
        let hasBegun = exchanges.contains { !beginsWithResponse || $0.resumedAfter != nil }
        guard hasBegun || hasSucceeded == true else { return }
        let interval = max(interval, .milliseconds(1), (end - begin) / 10_000)
        var pace = ProgressPace(interval: interval)
        _ = pace.admits(TransferProgress(), at: .zero)
        try tell(TransferProgress())
        var time = begin + interval
        while time < end {
            count(until: time)
            let progress = tally.progress(at: time - begin)
            if pace.admits(progress, at: time - begin) { try tell(progress) }
            time += interval
        }
        count(until: end)
        if hasSucceeded == true { tally.succeeded() }
        if hasSucceeded != nil { try tell(tally.progress(at: end - begin)) }
    }

    private func count(until time: Duration) {
        for index in exchanges.indices[firstOpen...] {
            exchanges[index].count(until: time, in: &tally)
            if index == firstOpen, exchanges[index].isOver { firstOpen += 1 }
        }
    }
}
