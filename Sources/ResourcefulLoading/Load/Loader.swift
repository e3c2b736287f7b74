import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Carries plans out, for real: the one loop over the effects.
final class Loader: Sendable {
    let services: Services
    /// What the plans around do to each request.
    let surroundings: Surroundings
    /// Who watches the load.
    let watch: Watch?
    /// What counts the bytes of the load.
    let meter: ProgressMeter?
    /// The runs and rooms that this is part of, if there are any.
    let position: Position?

    init(
        _ services: Services, _ surroundings: Surroundings = .webservice, watch: Watch? = nil,
        meter: ProgressMeter? = nil, position: Position? = nil
    ) {
        self.services = services
        self.surroundings = surroundings
        self.watch = watch
        self.meter = meter
        self.position = position
    }

    /// Takes a plan to its outcome. A cancelled task carries nothing out any more.
    func value<Value>(of plan: Plan<Value>) async throws -> sending Value {
        var plan = plan
        while !Task.isCancelled {
            switch plan.head {
            case .value(let value): return value.content
            case .failure(let error): throw error
            case .effect(let effect):
                switch effect.performed(by: Steps<Value>(loader: self)) {
                case .plan(let next): plan = next
                case .send(let submission, let next): plan = next(await send(submission, next))
                case .exchange(let request, let next): plan = next(await exchange(request))
                case .later(let work): plan = await work()
                }
            }
        }
        throw CancellationError()
    }

    /// The outcome of a plan.
    func outcome<Value: Sendable>(of plan: Plan<Value>) async -> Result<Value, any Error> {
        do {
            return .success(try await value(of: plan))
        } catch {
            return .failure(error)
        }
    }

    /// The plan that has come to the outcome of another one: a value of any type can pass from task to task in it.
    func finished<Value>(_ plan: Plan<Value>) async -> Plan<Value> {
        do {
            return .outcome(.success(try await value(of: plan)))
        } catch {
            return .failure(error)
        }
    }

    /// The same, with something around it.
    func with(_ surroundings: Surroundings) -> Loader {
        Loader(services, surroundings, watch: watch, meter: meter, position: position)
    }

    /// The same, as part of a run or of what goes on in a room.
    func inside(_ scope: Int, of outer: Position?, watch: Watch?) -> Loader {
        Loader(services, surroundings, watch: watch, meter: meter, position: Position(in: scope, within: outer))
    }

    /// The same for one of several accounts.
    func of(account: String) -> Loader { Loader(Services(services, account: account), meter: meter) }

    /// The same, watched by somebody.
    func watched(by watch: Watch?) -> Loader {
        Loader(services, surroundings, watch: watch, meter: meter, position: position)
    }

    /// The same, its bytes counted.
    func metered(by meter: ProgressMeter) -> Loader {
        Loader(services, surroundings, watch: watch, meter: meter, position: position)
    }
}
