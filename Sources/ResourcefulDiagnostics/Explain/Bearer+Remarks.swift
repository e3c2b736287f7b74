extension Bearer: ExplainedRule {
    /// Returns which token a request would be sent with, and whether it would be refreshed first.
    package func remarks(on request: Request) -> Plan<PolicyRemarks> {
        if let objection = scope.objection(to: request) { return .value("no token is sent: \(objection)") }
        return Plan.read(name).flatMap { entry -> Plan<PolicyRemarks> in
            let record = entry.flatMap { TokenRecord($0) } ?? initial
            guard let token = record.token else { return .value(refreshed(record, "there is no token yet")) }
            guard token.accessToken != Self.supposed else { return .value("the refreshed token") }
            guard let expiry = token.expiry else {
                guard let lifetime = token.lifetime else { return .value("a token without an expiry") }
                return .value("a token that is valid for \(lifetime.inWords) from now on")
            }
            let lead = min(lead, max(0, expiry.timeIntervalSince(record.received) / 2))
            return Plan.now.map { now in
                let left = Duration.seconds(expiry.timeIntervalSince(now))
                if now.addingTimeInterval(lead) < expiry { return "the token expires in \(left.inWords)" }
                let state = left > .zero ? "expires in \(left.inWords)" : "expired \((.zero - left).inWords) ago"
                return refreshed(record, "the token \(state)")
            }
        }
    }

    /// The text of a token that an explanation supposes. Nothing sends it.
    private static var supposed: String { "the refreshed token" }

    /// Returns a remark that the token is refreshed, and the record that a refresh would leave.
    private func refreshed(_ record: TokenRecord, _ reason: String) -> PolicyRemarks {
        var remarks = PolicyRemarks("\(reason): refreshed first, once for all loads")
        let token = Token(Self.supposed, refreshToken: record.token?.refreshToken)
        remarks.supposedEntries[name] = record.renewed(to: token, at: record.received).entry
        return remarks
    }
}
