/// Carries out plans: the only loop over the effects.
package final class Loader: Sendable {
    let services: Services
    private let context: LoadContext

    init(_ services: Services, _ context: LoadContext = LoadContext()) {
        self.services = services
        self.context = context
    }

    var layers: RequestLayers { context.layers }
    var observer: Observation? { context.observer }
    var meter: MeterOfExchange? { context.meter }
    var position: Position? { context.position }
    var count: SendCount? { context.count }
    var lifetime: LoadLifetime? { context.lifetime }

    /// Carries out a plan. After its task is canceled, it performs no more effects.
    package func value<Value>(of plan: Plan<Value>) async throws -> sending Value {
        try await value(of: plan, asksMemory: true)
    }

    /// - Parameter asksMemory: Whether to look for a fresh response to the first request in memory.
    func value<Value>(of plan: Plan<Value>, asksMemory: Bool) async throws -> sending Value {
        if let lifetime = context.lifetime, !context.isInsideLifetime {
            return try await value(of: plan, in: lifetime)
        }
        var (plan, asksMemory) = (plan, asksMemory)
        while !Task.isCancelled {
            switch plan.head {
            case .value(let value): return value.content
            case .failure(let error): throw error
            case .effect(let effect):
                let steps = Steps<Value>(loader: self)
                let work =
                    if let observer {
                        effect.performed(by: steps, telling: observer)
                    } else {
                        effect.performed(by: steps)
                    }
                switch work {
                case .plan(let next): plan = next
                case .send(let submission, let next):
                    plan = next(await send(submission, next, asksMemory: asksMemory))
                    asksMemory = true
                case .exchange(let request, let next): plan = next(await exchange(request))
                case .later(let work): plan = await work()
                }
            }
        }
        throw CancellationError()
    }

    /// Returns the outcome of a plan.
    func outcome<Value: Sendable>(of plan: Plan<Value>) async -> Result<Value, any Error> {
        do {
            return .success(try await value(of: plan))
        } catch {
            return .failure(error)
        }
    }

    /// Returns a finished plan with the outcome of a plan. A value of any type can move between tasks in it.
    func finished<Value>(_ plan: Plan<Value>) async -> Plan<Value> {
        do {
            return .outcome(.success(try await value(of: plan)))
        } catch {
            return .failure(error)
        }
    }

    /// Returns a copy for one of several accounts.
    func of(account: String) -> Loader {
        Loader(Services(services, account: account), LoadContext(meter: meter, lifetime: lifetime))
    }

    /// Returns a copy whose context is changed.
    func changing(_ change: (inout LoadContext) -> Void) -> Loader {
        var context = context
        change(&context)
        return Loader(services, context)
    }

    /// Returns a copy with other layers.
    func with(_ layers: RequestLayers) -> Loader { changing { $0.layers = layers } }

    /// Returns a copy for the plan of one request, which was already sent a number of times.
    func sending(after sent: Int = 0) -> Loader {
        changing {
            $0.layers = .policy
            $0.count = SendCount(sent)
        }
    }

    /// Returns a copy that is inside of a run or a permit.
    func inside(_ scope: Int, of outer: Position?) -> Loader {
        changing { $0.position = Position(in: scope, within: outer) }
    }

    /// Returns a copy whose effects an observer receives.
    func observed(by observer: Observation?) -> Loader { changing { $0.observer = observer } }

    /// Returns a copy whose bytes are counted.
    func metered(by meter: @escaping MeterOfExchange) -> Loader { changing { $0.meter = meter } }
}

extension Loader {
    /// Carries out a whole load in a task of its own, which the end of the lifetime cancels.
    @inline(never)
    func value<Value>(of plan: Plan<Value>, in lifetime: LoadLifetime) async throws -> sending Value {
        guard let number = lifetime.begin() else {
            throw LifetimeEnded(request: plan.firstRequest.map(resolved))
        }
        defer { lifetime.end(number) }
        let task = Task { await changing { $0.isInsideLifetime = true }.finished(plan) }
        lifetime.set(task.cancel, of: number)
        let finished = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return try await changing { $0.isInsideLifetime = true }.value(of: finished)
    }
}
