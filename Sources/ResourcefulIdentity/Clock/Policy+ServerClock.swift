extension Policy {
    /// Measures the clock of every server that answers, for `Plan.serverTime(of:)`.
    ///
    /// The estimate is kept in the store, one entry for each origin (``ServerClock/entryName(of:)``), and is used for a
    /// day. A load costs two looks at the clock and, if the response has a date, one read. It writes only if the
    /// estimate improves by a quarter, was contradicted, or is half a day old. If the store fails, the load doesn't.
    ///
    /// Put it inside policies that wait or send again, as a longer round trip means a larger error, and inside a cache.
    public static func serverClock() -> Policy {
        Policy(
            named: "server clock: measured by each exchange", role: .clock, explainedBy: ClockRule()
        ) { request, next in
            Plan.now.flatMap { sent in
                next(request).flatMap { response in
                    Plan.now.flatMap { received in observing(response, to: request, sent: sent, received: received) }
                }
            }
        }
    }

    private static func observing(
        _ response: Response, to request: Request, sent: Date, received: Date
    ) -> Plan<Response> {
        guard let name = ServerClock.entryName(of: response.url ?? request.url),
            let sample = ServerClock(response, sent: sent, received: received)
        else { return .value(response) }
        return Plan.read(name).continuing { outcome in
            let record = (try? outcome.get()).flatMap { $0 }.flatMap { ServerClockRecord($0) }
            let updated = record.map { $0.adding(sample) } ?? ServerClockRecord(sample)
            guard let updated else { return .value(response) }
            return Plan.write(updated.entry, to: name).continuing { _ in .value(response) }
        }
    }
}

extension Plan where Value == Date {
    /// The time by a server's clock, for anything that the server checks: signatures, tokens, one-time codes.
    ///
    /// It is the local time plus the offset that `Policy.serverClock()` measured for the URL's origin, or the local
    /// time if the offset is unknown.
    public static func serverTime(of url: URL) -> Plan<Date> {
        Plan<ServerClock?>.serverClock(of: url).flatMap { clock in
            Plan<Date>.now.map { now in
                guard let clock, clock.isValid(at: now) else { return now }
                return clock.serverTime(at: now)
            }
        }
    }
}

extension Plan where Value == ServerClock? {
    /// Reads the last estimate of `Policy.serverClock()` for a URL's origin, however old; nil if there is none.
    public static func serverClock(of url: URL) -> Plan<ServerClock?> {
        guard let name = ServerClock.entryName(of: url) else { return .value(nil) }
        return Plan<StoreEntry?>.read(name).continuing { outcome in
            .value((try? outcome.get()).flatMap { $0 }.flatMap { ServerClockRecord($0)?.clock })
        }
    }
}

extension ServerClock {
    /// The name of the store's entry for a URL's origin; nil if the URL isn't `http` or `https`. Remove the entry to
    /// forget the estimate.
    public static func entryName(of url: URL) -> String? {
        Origin(url).map { StoreEntry.scratchName("server-clock \($0)") }
    }
}

extension LoadDecision.Kind {
    /// Information about the server's clock.
    public static let clock: LoadDecision.Kind = "clock"
}

private struct ClockRule: ExplainedRule {
    func remarks(on request: Request) -> Plan<PolicyRemarks> {
        zip(Plan.serverClock(of: request.url), Plan.now).map { clock, now in
            guard let clock, clock.isValid(at: now) else { return "not known yet" }
            return "the server's clock is \(clock.offset.brief) ahead, ± \(clock.uncertainty(at: now).brief)"
        }
    }
}

extension Policy.Role {
    /// Measures the clocks of servers.
    public static let clock = Policy.Role(
        "clock",
        outside: [.retry: "waits are measured as network time", .limit: "waits are measured as network time"])
}
