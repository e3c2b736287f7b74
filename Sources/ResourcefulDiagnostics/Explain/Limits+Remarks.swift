extension OriginLimit: ExplainedRule {
    /// Returns the number of requests that are under way.
    package func remarks(on request: Request) -> Plan<PolicyRemarks> {
        guard let key = key(of: request) else { return .value("not for this URL") }
        return Plan.count(of: .permits(key)).map { [limit] count in
            "\(limit) at once per origin, \(count) under way\(count < limit ? "" : ": waits for a permit")"
        }
    }
}

extension OriginRate: ExplainedRule {
    /// Returns the time that a request would wait.
    package func remarks(on request: Request) -> Plan<PolicyRemarks> {
        guard let name = name(of: request) else { return .value("not for this URL") }
        return zip(Plan.read(name), Plan.now).map { [bucket, rate] entry, now in
            let wait = bucket.taking(at: now, from: entry.flatMap(TokenBucket.Level.init)).wait
            return "\(rate) per second, \(wait > .zero ? "waits \(wait.inWords)" : "without a wait")"
        }
    }
}
