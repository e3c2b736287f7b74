extension HostList: ExplainedRule {
    /// Returns which host a request would be sent to first.
    func remarks(on request: Request) -> Plan<PolicyRemarks> {
        guard let origin = Origin(request.url), origins.contains(origin) else {
            return .value("not for this origin")
        }
        return Plan.read(name).flatMap { entry -> Plan<PolicyRemarks> in
            guard let remembered = remembered(entry) else { return .value("\(origins[0]) first") }
            let host = origins[remembered]
            guard request.objectionToRepeating == nil else { return .value("\(host), which served last") }
            return Plan.now.map { now in
                guard !isDue(entry, at: now) else { return "\(origins[0]) is tried again, then \(host)" }
                let elapsed = now.timeIntervalSince(entry?.date ?? now)
                let rest = returning - .seconds(elapsed)
                return "\(host), which served last; \(origins[0]) again in \(rest.inWords)"
            }
        }
    }
}
