extension Traffic {
    /// Checks that the traffic stays within a budget. A figure that you leave out isn't checked.
    ///
    ///     try traffic.assertWithin(requests: 4, roundTrips: 2, elapsed: .seconds(1))
    ///
    /// - Parameters:
    ///   - requests: The largest number of requests.
    ///   - roundTrips: The largest number of ``roundTrips``, one after the other.
    ///   - bytes: The largest number of bytes, sent and received together.
    ///   - elapsed: The longest time until the plan has its value.
    /// - Throws: ``TrafficBudgetExceeded``.
    public func assertWithin(
        requests: Int? = nil, roundTrips: Int? = nil, bytes: Int? = nil, elapsed: Duration? = nil
    ) throws {
        var excesses: [String] = []
        func check<Figure: Comparable>(_ figure: Figure, _ budget: Figure?, _ text: (Figure) -> String) {
            guard let budget, figure > budget else { return }
            // Rounded figures may look the same.
            let isRounded = text(figure) == text(budget)
            excesses.append(
                isRounded ? "\(figure) (at most \(budget))" : "\(text(figure)) (at most \(text(budget)))")
        }
        check(self.requests.count, requests) { Self.count($0, "request") }
        check(self.roundTrips, roundTrips) { Self.count($0, "round trip") }
        check(bytesSent + bytesReceived, bytes, Self.size)
        check(self.elapsed, elapsed, \.inWords)
        if !excesses.isEmpty { throw TrafficBudgetExceeded(excesses: excesses, traffic: self) }
    }
}

/// Traffic that exceeds its budget: see ``Traffic/assertWithin(requests:roundTrips:bytes:elapsed:)``.
public struct TrafficBudgetExceeded: Error, Hashable, Sendable, CustomStringConvertible {
    /// The figures that exceed their budget, such as `7 requests (at most 4 requests)`.
    package let excesses: [String]
    /// The traffic.
    let traffic: Traffic

    /// The figures and the waterfall.
    public var description: String {
        "the traffic exceeds its budget: \(excesses.joined(separator: "; "))\n\(traffic.waterfall)"
    }
}
