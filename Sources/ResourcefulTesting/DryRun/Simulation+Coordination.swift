// Shared runs, joined exchanges and permits.
extension Simulation {
    /// Takes the lead of an exchange; nil if an equal one is under way.
    func lead(_ key: RunKey, at time: Duration) -> Lead? {
        touch {
            $0.write(.run(key))
            $0.read(.origin)
        }
        if let number = coordination.lead(key) { return Lead(key, number, self) }
        record(.joined("\(key)"), at: time)
        return nil
    }

    /// Reports the outcome of an exchange to the fibers that wait for it.
    func end(_ key: RunKey, _ number: Int, with outcome: Result<Response, any Error>) {
        touch { $0.write(.run(key)) }
        for waiter in coordination.end(key, number) { waiting[waiter]?.waiting?.signal(.exchanged(outcome)) }
    }

    /// Reports the end of a shared run to the fibers that wait for it.
    func end(_ key: RunKey, _ number: Int) {
        touch {
            $0.write(.run(key))
            $0.write(.waits)
        }
        for waiter in coordination.end(key, number) { waiting[waiter]?.waiting?.signal(.ended) }
        _ = runs.removeValue(forKey: number)
    }

    /// Passes the lead of an exchange to the next waiter, after the leader was released.
    func handOver(_ key: RunKey, _ number: Int) {
        touch { $0.write(.run(key)) }
        while let heir = coordination.handOver(key, number) {
            if let waiting = waiting[heir]?.waiting { return waiting.signal(.leads(number)) }
        }
    }

    /// Stops new requests from joining earlier requests to the same origin.
    func closeRuns(like request: Request) {
        touch { $0.write(.origin) }
        if coordination.hasOpenRuns, let origin = Origin(request.url) { coordination.closeRuns(to: origin) }
    }

    /// Begins a run without waiters, unless it's already under way.
    func begin<Value: Sendable>(_ sharing: Sharing<Value>, in context: FiberContext, at time: Duration) {
        touch { $0.write(.run(sharing.key)) }
        guard let number = coordination.keep(sharing.key) else { return }
        record(.began("\(sharing.key)"), at: time)
        _ = run(number, sharing, in: context, at: time)
    }

    /// Begins a run with this number.
    func run<Value: Sendable>(
        _ number: Int, _ sharing: Sharing<Value>, in context: FiberContext, at time: Duration
    ) -> AnyObject {
        let flight = SharedFiber(sharing, number, at: time, in: context, self)
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

    /// Returns a permit.
    func exit(_ gate: GateKey, _ number: Int) {
        touch {
            $0.write(.gate(gate))
            $0.write(.waits)
        }
        tell(coordination.exit(gate, number))
    }

    /// Signals the waiters that have received a permit.
    func tell(_ admitted: [Coordination.Admitted]) {
        for (waiter, permit) in admitted { waiting[waiter]?.waiting?.signal(.admitted(permit)) }
    }
}
