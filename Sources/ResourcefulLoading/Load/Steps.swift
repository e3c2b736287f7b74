/// The work for an effect. Effects that wait for nothing are performed immediately.
enum Work<Value> {
    /// None: the plan continues.
    case plan(Plan<Value>)
    /// Send a request through the load order.
    case send(SendThroughPolicies, Next<Response, Value>)
    /// Exchange a request for its response.
    case exchange(Request, Next<Response, Value>)
    /// Any other work, which has to be awaited.
    case later(() async -> Plan<Value>)
}

/// Performs the effects of one plan, with a method for each.
struct Steps<Value>: Interpreter {
    let loader: Loader

    private var services: Services { loader.services }

    func resume(with plan: Plan<Value>) -> Work<Value> { .plan(plan) }

    func send(_ submission: SendThroughPolicies, then next: Next<Response, Value>) -> Work<Value> {
        .send(submission, next)
    }

    func exchange(_ request: Request, then next: Next<Response, Value>) -> Work<Value> { .exchange(request, next) }

    func surround<Inner>(_ surrounded: Layered<Inner>, then next: Next<Inner, Value>) -> Work<Value> {
        let inner = loader.with(loader.layers.adding(surrounded.layer))
        return .later { await inner.finished(surrounded.plan).continuing(next) }
    }

    func wait(for duration: Duration, then next: Next<Void, Value>) -> Work<Value> {
        .later { [loader] in next(await loader.wait(for: duration)) }
    }

    func tellTime(then next: Next<Date, Value>) -> Work<Value> {
        .plan(next(.success(Date())))
    }

    func drawNumber(isSecret: Bool, then next: Next<UInt64, Value>) -> Work<Value> {
        .plan(next(.success(UInt64.random(in: 0 ... .max))))
    }

    func ask<Asked: Sendable>(_ question: Question<Asked>, then next: Next<Asked, Value>) -> Work<Value> {
        .later { [answers = services.answers] in next(await answers.answer(to: question)) }
    }

    func read(_ name: EntryName, then next: Next<StoreEntry?, Value>) -> Work<Value> {
        if let memory = services.memory { return .plan(next(.success(memory.read(name.text)))) }
        return .later { [store = services.store] in next(.success(await store.read(name.text))) }
    }

    func update(_ updating: Updating, then next: Next<StoreEntry?, Value>) -> Work<Value> {
        if let memory = services.memory {
            return .plan(next(.success(memory.update(updating.name, updating.change))))
        }
        return .later { [store = services.store] in
            next(.success(await store.update(updating.name, updating.change)))
        }
    }

    func access(_ access: CacheAccess, then next: Next<CacheEntry?, Value>) -> Work<Value> {
        .later { [services] in next(.success(await services.access(access))) }
    }

    func share<Inner: Sendable>(_ sharing: Sharing<Inner>, then next: Next<Inner, Value>) -> Work<Value> {
        if loader.layers.isApart { return .plan(sharing.plan.continuing(next)) }
        return .later { [loader] in next(await loader.share(sharing)) }
    }

    func begin<Inner: Sendable>(_ sharing: Sharing<Inner>, then next: Next<Void, Value>) -> Work<Value> {
        loader.begin(sharing)
        return .plan(next(.success(())))
    }

    func limit<Inner>(_ limiting: Limiting<Inner>, then next: Next<Inner, Value>) -> Work<Value> {
        .later { [loader] in await loader.limit(limiting).continuing(next) }
    }

    func note(_ decision: LoadDecision, then next: Next<Void, Value>) -> Work<Value> {
        if decision.kind == .warning { services.warnings.note(decision.reason) }
        return .plan(next(.success(())))
    }

    func count(_ counted: Underway, then next: Next<Int, Value>) -> Work<Value> {
        .plan(next(.success(services.coordinator.count(of: counted))))
    }

    func both<Left, Right>(_ both: Both<Left, Right>, then next: Next<(Left, Right), Value>) -> Work<Value> {
        .later { [loader] in await next(loader.outcomes(of: both.left, both.right)) }
    }

    func each<Element>(_ each: Each<Element>, then next: Next<[Element], Value>) -> Work<Value> {
        .later { [loader] in await next(loader.outcomes(of: each.plans, limit: each.limit ?? each.plans.count)) }
    }

    func race<Element>(_ race: Race<Element>, then next: Next<Element, Value>) -> Work<Value> {
        .later { [loader] in await loader.outcome(of: race).continuing(next) }
    }
}
