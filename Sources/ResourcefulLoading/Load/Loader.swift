import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Carries out plans: the only loop over the effects.
final class Loader: Sendable {
    let services: Services
    /// What the enclosing plans do to each request.
    let surroundings: Surroundings
    /// The watch that observes the load.
    let watch: Watch?
    /// The meter that counts the bytes of the load.
    let meter: ProgressMeter?
    /// The runs and permits that this is inside of, if any.
    let position: Position?
    /// Counts how often the request of a load is sent; nil outside of one.
    let count: SendCount?
    /// The log of the effects; nil if nothing keeps them.
    let log: BranchLog?

    init(
        _ services: Services, _ surroundings: Surroundings = .webservice, watch: Watch? = nil,
        meter: ProgressMeter? = nil, position: Position? = nil, count: SendCount? = nil, log: BranchLog? = nil
    ) {
        self.services = services
        self.surroundings = surroundings
        self.watch = watch
        self.meter = meter
        self.position = position
        self.count = count
        self.log = log
    }

    /// Carries out a plan. After its task is canceled, it performs no more effects.
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

    /// Returns a copy with other surroundings.
    func with(_ surroundings: Surroundings) -> Loader {
        Loader(services, surroundings, watch: watch, meter: meter, position: position, count: count, log: log)
    }

    /// Returns a copy for the plan of one request, which was already sent a number of times.
    func sending(after sent: Int = 0) -> Loader {
        Loader(services, .policy, watch: watch, meter: meter, position: position, count: SendCount(sent), log: log)
    }

    /// Returns a copy that is inside of a run or a permit.
    func inside(_ scope: Int, of outer: Position?, watch: Watch?, log: BranchLog?) -> Loader {
        let position = Position(in: scope, within: outer)
        return Loader(services, surroundings, watch: watch, meter: meter, position: position, count: count, log: log)
    }

    /// Returns a copy for one of several accounts.
    func of(account: String) -> Loader { Loader(Services(services, account: account), meter: meter) }

    /// Returns a copy that is observed by a watch.
    func watched(by watch: Watch?) -> Loader {
        Loader(services, surroundings, watch: watch, meter: meter, position: position, count: count, log: log)
    }

    /// Returns a copy whose effects are logged.
    func logged(in log: BranchLog?) -> Loader {
        Loader(services, surroundings, watch: watch, meter: meter, position: position, count: count, log: log)
    }

    /// Returns a copy whose bytes are counted.
    func metered(by meter: ProgressMeter) -> Loader {
        Loader(services, surroundings, watch: watch, meter: meter, position: position, count: count, log: log)
    }
}

/// Counts how often one request is sent, by whatever policies.
final class SendCount: Sendable {
    private let sent: Locked<Int>

    /// Creates a count of a request that was already sent a number of times.
    init(_ sent: Int = 0) { self.sent = Locked(sent) }

    /// Counts once more, and returns the count before.
    func next() -> Int {
        sent.withLock { sent in
            defer { sent += 1 }
            return sent
        }
    }
}
