extension Fiber: Interpreter {
    func resume(with plan: Plan<Value>) { resume(plan, at: time) }

    func send(_ submission: SendThroughPolicies, then next: Next<Response, Value>) {
        if let branch = context.rerun, let number = branch.number,
            let request = try? submission.request(in: context.layers).resolved(against: simulation.order.baseURL),
            let response = branch.rerun.takeMemory(request, in: number)
        {
            return resume(next(.success(response)), at: time)
        }
        do {
            let plan = try simulation.order.plan(for: submission, in: context.layers, judge: next.judge)
            carryOut(plan, .policy, next)
        } catch {
            resume(next(.failure(error)), at: time)
        }
    }

    func exchange(_ request: Request, then next: Next<Response, Value>) {
        let checked = Result { () throws(LoadError) in try request.checked() }
        if let branch = context.rerun, case .success(let checked) = checked {
            return reenact(checked, in: branch, next)
        }
        guard case .success(let checked) = checked, case .shared(let key) = ExchangePart(checked) else {
            return transmit(request, nil, next)
        }
        join(checked, key, next)
    }

    /// Exchanges a request, or waits for an equal exchange that is under way.
    private func join(_ request: Request, _ key: RunKey, _ next: Next<Response, Value>) {
        if let lead = simulation.lead(key, at: time) { return transmit(request, lead, next) }
        let waiting = Waiting(in: simulation) { [weak self] signal, time in
            guard let self else { return }
            switch signal {
            case .exchanged(let outcome): resume(next(outcome), at: time)
            case .leads(let number):
                state = .leading(request, Lead(key, number, simulation), next)
                self.time = time
                simulation.enqueue(self, number: self.number, at: time)
            case .ended, .admitted: break
            }
        }
        guard waiting.follow(key, at: context.position) else { return transmit(request, nil, next) }
        state = .waiting(waiting)
    }

    func surround<Inner>(_ surrounded: Layered<Inner>, then next: Next<Inner, Value>) {
        carryOut(surrounded.plan, context.layers.adding(surrounded.layer), next)
    }

    func wait(for duration: Duration, then next: Next<Void, Value>) {
        if let branch = context.rerun { return reenact(waitFor: duration, in: branch, next) }
        sleep(for: duration, next)
    }

    func sleep(for duration: Duration, _ next: Next<Void, Value>) {
        state = .asleep(next)
        time += max(.zero, duration)
        simulation.enqueue(self, number: number, at: time)
    }

    func tellTime(then next: Next<Date, Value>) { resume(next(.success(simulation.now(at: time))), at: time) }

    func drawNumber(isSecret: Bool, then next: Next<UInt64, Value>) {
        resume(next(.success(simulation.random())), at: time)
    }

    func count(_ counted: Underway, then next: Next<Int, Value>) {
        resume(next(.success(simulation.count())), at: time)
    }

    func ask<Asked: Sendable>(_ question: Question<Asked>, then next: Next<Asked, Value>) {
        resume(next(simulation.answer(to: question)), at: time)
    }

    func read(_ entry: EntryName, then next: Next<StoreEntry?, Value>) {
        resume(next(.success(simulation.read(entry.text))), at: time)
    }

    func update(_ updating: Updating, then next: Next<StoreEntry?, Value>) {
        resume(next(.success(simulation.update(updating, at: time))), at: time)
    }

    func access(_ access: CacheAccess, then next: Next<CacheEntry?, Value>) {
        resume(next(.success(simulation.cache(access, at: time))), at: time)
    }

    func share<Inner: Sendable>(_ sharing: Sharing<Inner>, then next: Next<Inner, Value>) {
        if context.layers.isApart { return resume(sharing.plan.continuing(next), at: time) }
        if let branch = context.rerun, reenact(sharing, in: branch, next) { return }
        begin(sharing, next)
    }

    func begin<Inner: Sendable>(_ sharing: Sharing<Inner>, _ next: Next<Inner, Value>) {
        let waiting = Waiting(in: simulation) { [weak self] signal, time in
            guard let self, case .ended = signal, case .waiting(let token) = state,
                let flight = (token as? Waiting)?.held as? SharedFiber<Inner>
            else { return }
            resume(next(flight.outcome), at: time)
        }
        guard waiting.join(sharing, in: context, at: time) else {
            return resume(sharing.plan.continuing(next), at: time)
        }
        state = .waiting(waiting)
    }

    func begin<Inner: Sendable>(_ sharing: Sharing<Inner>, then next: Next<Void, Value>) {
        // A run that nothing waits for is a load of its own, and the record doesn't have it.
        if context.rerun == nil { simulation.begin(sharing, in: context, at: time) }
        resume(next(.success(())), at: time)
    }

    func limit<Inner>(_ limiting: Limiting<Inner>, then next: Next<Inner, Value>) {
        guard let branch = context.rerun else { return enter(limiting, next) }
        reenact(branch.rerun.key(of: .permit(limiting.gate)), in: branch) { fiber, taken in
            guard taken != nil else { return fiber.enter(limiting, next) }
            // The record says when there was a permit, also one that was lent to avoid a deadlock.
            fiber.resume(limiting.plan.continuing(next), at: fiber.time)
        }
    }

    private func enter<Inner>(_ limiting: Limiting<Inner>, _ next: Next<Inner, Value>) {
        switch simulation.enter(limiting.gate, at: context.position) {
        case .isInside: resume(limiting.plan.continuing(next), at: time)
        case .entered(let permit): state = .waiting(hold(limiting, permit, at: time, next))
        case .full:
            let waiting = Waiting(in: simulation) { [weak self] signal, time in
                guard let self, case .admitted(let permit) = signal else { return }
                state = .waiting(hold(limiting, permit, at: time, next))
            }
            waiting.wait(for: limiting.gate, at: context.position, priority: limiting.priority)
            state = .waiting(waiting)
        }
    }

    private func hold<Inner>(
        _ limiting: Limiting<Inner>, _ number: Int, at time: Duration, _ next: Next<Inner, Value>
    ) -> AnyObject {
        var inner = context
        inner.position = Position(in: number, within: context.position)
        return PermitHolder(limiting.plan, in: Permit(limiting.gate, number, simulation), at: time, inner, simulation) {
            [weak self] outcome, time in
            self?.resume(next(outcome), at: time)
        }
    }

    func note(_ decision: LoadDecision, then next: Next<Void, Value>) {
        resume(next(.success(())), at: time)
    }

    func both<Left, Right>(_ both: Both<Left, Right>, then next: Next<(Left, Right), Value>) {
        context.rerun?.beginGroup()
        wait { both.begin(at: time, in: context, simulation, next, resume: $0) }
    }

    func each<Element>(_ each: Each<Element>, then next: Next<[Element], Value>) {
        context.rerun?.beginGroup()
        wait { each.begin(at: time, in: context, simulation, next, resume: $0) }
    }

    func race<Element>(_ race: Race<Element>, then next: Next<Element, Value>) {
        context.rerun?.beginGroup()
        wait { resume in
            RaceFibers(race, at: time, in: context, simulation) { plan, time in resume(plan.continuing(next), time) }
        }
    }
}
