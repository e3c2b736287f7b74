extension Policy {
    /// Sends nothing to an origin for a while after a number of failures in a row. Loads fail at once instead, and the
    /// server can recover.
    ///
    /// Then it lets one request through; if that succeeds, it lets all through. Other requests fail at the transport
    /// stage with `TransportError.Kind.circuitOpen`. Put it inside a retry and a failover, so that it
    /// counts each attempt, and inside authentication, so that a failing token server opens a circuit of its own. A
    /// failure of another origin that the policies further inside have asked doesn't count.
    ///
    /// - Parameters:
    ///   - failures: The number of failures in a row that opens the circuit.
    ///   - outcomes: The outcomes that count as a failure. Any other response is a success.
    ///   - cooldown: The time that the circuit stays open.
    public static func circuitBreaker(
        after failures: Int = 5, on outcomes: Outcomes = .serverFailure, cooldown: Duration = .seconds(30)
    ) -> Policy {
        guard failures > 0 else {
            return .failing("a circuit breaker must open after 1 or more failures, not \(failures)")
        }
        let breaker = Breaker(rule: Circuit.Rule(failures: failures, cooldown: cooldown), outcomes: outcomes)
        return Policy(
            named: "circuit breaker: \(failures) failures in a row open it for \(cooldown.brief)", role: .circuit,
            explainedBy: breaker
        ) { request, next in
            guard let origin = Origin(request.url) else { return next(request) }
            return breaker.plan(for: request, to: origin, next: next)
        }
    }
}

/// Consults the circuit of an origin, and records the results of requests.
private struct Breaker: ExplainedRule {
    let rule: Circuit.Rule
    let outcomes: Outcomes

    func plan(for request: Request, to origin: Origin, next: @escaping Policy.Sending) -> Plan<Response> {
        let name = Circuit.entryName(of: origin)
        return Plan.read(name).flatMap { entry in
            let circuit = Circuit(entry)
            guard !circuit.isClosed else { return send(request, circuit.ticket, name, origin, next) }
            return admission(name).flatMap { answer in
                switch answer {
                case .admitted(let ticket):
                    guard ticket.isProbe else { return send(request, ticket, name, origin, next) }
                    return note(origin, (.tried, nil, "trying \(origin) again"))
                        .flatMap { send(request, ticket, name, origin, next) }
                case .refused(let duration): return refusal(request, origin, for: duration, because: circuit.reason)
                }
            }
        }
    }

    /// Returns the state of the circuit.
    func remarks(on request: Request) -> Plan<PolicyRemarks> {
        guard let origin = Origin(request.url) else { return .value("not for this URL") }
        let warnings = outcomes == .none ? ["the circuit never opens: no outcome counts as a failure"] : []
        return zip(Plan.read(Circuit.entryName(of: origin)), Plan.now).map { entry, now in
            PolicyRemarks(Circuit(entry).text(at: now, by: rule), warnings: warnings)
        }
    }

    private func admission(_ name: String) -> Plan<Circuit.Answer> {
        Plan.now.flatMap { now in
            Plan.update(name) { entry in
                var circuit = Circuit(entry)
                _ = circuit.admit(at: now, by: rule)
                return circuit.entry
            }
            .map { before in
                var circuit = Circuit(before)
                return circuit.admit(at: now, by: rule)
            }
        }
    }

    private func refusal(
        _ request: Request, _ origin: Origin, for duration: Duration, because last: String
    ) -> Plan<Response> {
        let reason = "\(origin) failed too often, no requests for \(duration.brief) (last failure: \(last))"
        return note(origin, (.refused, duration, reason)).flatMap {
            Plan<Response>.failure(
                LoadError(
                    stage: .transport, request: request, underlyingError: TransportError(.circuitOpen, reason)))
        }
    }

    private func send(
        _ request: Request, _ ticket: Circuit.Ticket, _ name: String, _ origin: Origin, _ next: Policy.Sending
    ) -> Plan<Response> {
        next(request).continuing { outcome in
            var outcome = outcome
            let (result, reason) = result(of: &outcome, request, origin)
            switch result {
            case .failure:
                return Plan.now.flatMap { record(.failure, ticket, name, origin, at: $0, because: reason) }
                    .continuing { [outcome] _ in .outcome(outcome) }
            case .success, .neither:
                return record(result, ticket, name, origin, at: .distantPast, because: "")
                    .continuing { [outcome] _ in .outcome(outcome) }
            }
        }
    }

    private func result(
        of outcome: inout Result<Response, any Error>, _ request: Request, _ origin: Origin
    ) -> (result: Circuit.Result, reason: String) {
        if let reason = outcomes.match(&outcome, of: request) {
            let url =
                switch outcome {
                case .success(let response): response.url
                case .failure(let error): (error as? LoadError)?.request.url
                }
            // Another origin is a token server, the target of a redirect, or another host of a failover.
            return (url.flatMap { Origin($0) } ?? origin == origin ? .failure : .neither, reason)
        }
        if case .success = outcome { return (.success, "") }
        return (.neither, "")
    }

    private func record(
        _ result: Circuit.Result, _ ticket: Circuit.Ticket, _ name: String, _ origin: Origin, at now: Date,
        because reason: String
    ) -> Plan<Void> {
        @Sendable func recorded(_ entry: StoreEntry?) -> Circuit {
            var circuit = Circuit(entry)
            circuit.record(result, of: ticket, at: now, by: rule, because: reason)
            return circuit
        }
        return Plan.update(name) { recorded($0).entry }.flatMap { before in
            change(from: Circuit(before), to: recorded(before), origin, reason).map { note(origin, $0) }
                ?? Plan.value(())
        }
    }

    /// Returns a description of a change that is worth a note; nil for other changes.
    ///
    /// - Parameter reason: The last failure.
    private func change(
        from before: Circuit, to after: Circuit, _ origin: Origin, _ reason: String
    ) -> Change? {
        guard before.state != after.state else { return nil }
        let pause = "no requests for \(rule.cooldown.brief) (last failure: \(reason))"
        switch (before.state, after.state, rule.failures) {
        case (.halfOpen, .closed, _): return (.closed, nil, "\(origin) has recovered")
        case (.halfOpen, .open(since: .distantPast), _): return nil
        case (.halfOpen, .open, _): return (.opened, rule.cooldown, "\(origin) still fails, \(pause)")
        case (.closed, .open, 1): return (.opened, rule.cooldown, "\(origin) failed, \(pause)")
        case (.closed, .open, let count):
            return (.opened, rule.cooldown, "\(origin) failed \(count) times in a row, \(pause)")
        default: return nil
        }
    }

    private typealias Change = (action: LoadDecision.Action, duration: Duration?, reason: String)

    private func note(_ origin: Origin, _ change: Change) -> Plan<Void> {
        .note(LoadDecision(.circuit, change.action, of: origin, for: change.duration, change.reason))
    }
}

extension Policy.Role {
    /// Sends nothing to an origin that fails.
    public static let circuit = Policy.Role(
        "circuit",
        outside: [.retry: "loads are counted, not attempts", .failover: "hosts that weren't asked are counted too"])
}

extension LoadDecision.Kind {
    /// A circuit that was opened, tried, or closed.
    public static let circuit: LoadDecision.Kind = "circuit"
}

extension LoadDecision.Action {
    /// A circuit was opened: nothing is sent to an origin for a while.
    public static let opened: LoadDecision.Action = "opened"
    /// A circuit was closed: the origin has recovered.
    public static let closed: LoadDecision.Action = "closed"
    /// A host that failed is asked again.
    public static let tried: LoadDecision.Action = "tried"
}
