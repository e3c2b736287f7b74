public import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Question<Void> {
    /// Waits until there is a network. See `Policy.waitingForConnectivity(upTo:)`.
    public static let connectivity = Question("connectivity")
}

extension Policy {
    /// Returns a policy that waits for the network when a server can't be reached, and then sends the request again:
    ///
    ///     let webservice = Webservice(
    ///         baseURL: api, policies: [.waitingForConnectivity(upTo: .seconds(30))],
    ///         answers: [.connectivity])
    ///
    /// It acts if the host's name has no address, or no server accepts the connection. Nothing was sent then, so it
    /// acts for every method, unless the body is a stream. It asks `Question.connectivity`, and tries again as soon as
    /// there is a network. While there is one, or if nothing answers the question, it tries after 1, 2, 4 and more
    /// seconds, at most every 30.
    ///
    /// If the time is over, the load fails with the last error. Put the policy inside `.retry()`, which would try
    /// sooner.
    ///
    /// - Parameter limit: The longest time from the first attempt to the beginning of the last one.
    public static func waitingForConnectivity(upTo limit: Duration = .seconds(60)) -> Policy {
        Policy(named: "waiting for connectivity") { request, next in
            Plan.now.flatMap { start in ConnectivityWait(start: start, limit: limit).sending(request, next) }
        }
    }
}

/// A wait for the network.
private struct ConnectivityWait: Sendable {
    private static let unreached = Outcomes.transport(.cannotResolveHost, .cannotConnect)

    let start: Date
    let limit: Duration
    /// The time until the next attempt while there is a network.
    private var pause = Duration.seconds(1)

    init(start: Date, limit: Duration) { (self.start, self.limit) = (start, limit) }

    func sending(_ request: Request, _ next: @escaping @Sendable (Request) -> Plan<Response>) -> Plan<Response> {
        next(request).continuing { outcome -> Plan<Response> in
            guard Self.unreached.contains(outcome), request.body?.canBeSentAgain ?? true else {
                return .outcome(outcome)
            }
            return Plan.now.flatMap { now -> Plan<Response> in
                let left = limit - .seconds(now.timeIntervalSince(start))
                guard left > .zero else { return .outcome(outcome) }
                let turn = Plan.first(of: [online(since: now).map { true }, Plan.wait(for: left).map { false }])
                return turn.flatMap { isOnline -> Plan<Response> in
                    isOnline ? longer.sending(request, next) : .outcome(outcome)
                }
            }
        }
    }

    private var longer: ConnectivityWait {
        var wait = self
        wait.pause = min(pause * 2, .seconds(30))
        return wait
    }

    /// Waits for a network; if there is one already, for the pause.
    private func online(since date: Date) -> Plan<Void> {
        Plan.ask(.connectivity).continuing { _ in Plan.now }.flatMap { now -> Plan<Void> in
            let rest = pause - .seconds(now.timeIntervalSince(date))
            return rest > .zero ? Plan.wait(for: rest) : .value(())
        }
    }
}
