import ResourcefulCore

// Who waits for whom.
extension World {
    /// Leads the exchange of a request; nil when somebody exchanges an equal one.
    func lead(_ key: RunKey, at time: Duration) -> Lead? {
        touch {
            $0.write(.run(key))
            $0.read(.origin)
        }
        if let number = coordination.lead(key) { return Lead(key, number, self) }
        record(.joined("\(key)"), at: time)
        return nil
    }

    /// An exchange has come to its outcome.
    func end(_ key: RunKey, _ number: Int, with outcome: Result<Response, any Error>) {
        touch { $0.write(.run(key)) }
        for waiter in coordination.end(key, number) { waiting[waiter]?.waiting?.signal(.exchanged(outcome)) }
    }

    /// A shared run has come to its outcome.
    func end(_ key: RunKey, _ number: Int) {
        touch {
            $0.write(.run(key))
            $0.write(.waits)
        }
        for waiter in coordination.end(key, number) { waiting[waiter]?.waiting?.signal(.ended) }
        _ = runs.removeValue(forKey: number)
    }

    /// Whoever exchanges a request was dropped.
    func handOver(_ key: RunKey, _ number: Int) {
        touch { $0.write(.run(key)) }
        while let heir = coordination.handOver(key, number) {
            if let waiting = waiting[heir]?.waiting { return waiting.signal(.leads(number)) }
        }
    }

    /// Keeps newcomers from joining what was asked of an origin before.
    func closeRuns(like request: Request) {
        touch { $0.write(.origin) }
        if coordination.hasOpenRuns, let origin = Origin(request.url) { coordination.closeRuns(to: origin) }
    }

    /// Begins a run that nobody waits for, unless it is under way.
    func begin<Value: Sendable>(_ sharing: Sharing<Value>, in context: FiberContext, at time: Duration) {
        touch { $0.write(.run(sharing.key)) }
        guard let number = coordination.keep(sharing.key) else { return }
        record(.began("\(sharing.key)"), at: time)
        _ = run(number, sharing, in: context, at: time)
    }

    /// Begins a run of this number.
    func run<Value: Sendable>(
        _ number: Int, _ sharing: Sharing<Value>, in context: FiberContext, at time: Duration
    ) -> AnyObject {
        let flight = Flight(sharing, number, at: time, in: context, self)
        runs[number] = flight
        return flight
    }

    /// Asks for a permit.
    func enter(_ gate: GateKey, at position: Position?) -> Coordination.Entering {
        touch { footprint in
            footprint.write(.gate(gate))
            if position != nil { footprint.write(.waits) }
        }
        return coordination.enter(gate, at: position)
    }

    /// Gives a permit back.
    func exit(_ gate: GateKey, _ number: Int) {
        touch {
            $0.write(.gate(gate))
            $0.write(.waits)
        }
        tell(coordination.exit(gate, number))
    }

    /// Tells those who have a permit from now on.
    func tell(_ admitted: [Coordination.Admitted]) {
        for (waiter, permit) in admitted { waiting[waiter]?.waiting?.signal(.admitted(permit)) }
    }
}
