import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Carries plans out, for real: the one loop over the effects.
struct Interpreter: Sendable {
    let transport: any Transport
    let store: any EntryStore
    let flights: Flights
    let gates: Gates
    let sameLoads: SameLoads
    /// Where cached responses are, unless a plan says another store.
    let cache: any CacheStore
    /// What relative URLs are resolved against, where that and redirects are all that there is to do for a request.
    var plain: Plain?
    /// What is done to every request that a plan sends; nil where a plan is a policy's own.
    var policy: Policy?
    /// A Webservice without policies.
    struct Plain: Sendable {
        let baseURL: URL?
    }

    /// Who watches the load.
    var watch: Watch?
    /// The keys of the shared runs that this one is part of: to wait for one of them would be to wait for oneself.
    var keys: Set<SharingKey> = []
    /// The keys under which this run has room already.
    var rooms: Set<String> = []

    /// Takes a plan to its outcome. A cancelled task carries nothing out any more.
    func value<Value>(of plan: Plan<Value>) async throws -> sending Value {
        var plan = plan
        while !Task.isCancelled {
            switch plan.head {
            case .value(let value): return value.content
            case .failure(let error): throw error
            case .send(let effect): plan = effect.next(await send(effect.parameter))
            case .wait(let effect): plan = effect.next(await wait(for: effect.parameter))
            case .now(let effect): plan = effect.next(.success(Date()))
            case .random(let effect): plan = effect.next(.success(.random(in: 0 ... .max)))
            case .read(let effect): plan = effect.next(.success(store.read(effect.parameter)))
            case .update(let effect):
                plan = effect.next(.success(store.update(effect.parameter.name, effect.parameter.change)))
            case .limit(let effect): plan = effect.next(await limit(effect.parameter))
            case .decide(let effect):
                watch?.tell(.decided(effect.parameter))
                plan = effect.next(.success(()))
            case .cache(let effect): plan = effect.next(.success(await access(effect.parameter)))
            case .begin(let effect):
                begin(effect.parameter)
                plan = effect.next(.success(()))
            case .share(let effect): plan = effect.next(await share(effect.parameter))
            case .both(let both): plan = await atOnce(both.content)
            case .each(let each): plan = await atOnce(each.content)
            }
        }
        throw CancellationError()
    }

    /// Carries out what the policy makes of a request; where there is none, hands it to the transport.
    private func send(_ request: Request) async -> Result<Response, any Error> {
        do {
            guard let policy else { return .success(try await transmit(request.sendable())) }
            var inner = self
            inner.policy = nil
            if let plain, request.isPlain {
                let request = try request.resolved(against: plain.baseURL)
                guard request.isJoinable, rooms.isEmpty else { return try await inner.sendPlainly(request) }
                return await sameLoads.load(request, watch) { try await inner.sendPlainly(request) }
            }
            return .success(try await inner.value(of: policy(request, next: Plan.send)))
        } catch {
            return .failure(error)
        }
    }

    /// Sends a request for which there is nothing to do but to follow redirects.
    private func sendPlainly(_ request: Request) async throws -> Result<Response, any Error> {
        let response = try await transmit(request.sendable())
        guard let rest = try response.redirection(of: request) else { return .success(response) }
        return .success(try await value(of: rest))
    }

    private func transmit(_ request: Request) async throws -> Response {
        do {
            var response =
                if let watch { try await watch.exchange(request, transport.send) } else {
                    try await transport.send(request)
                }
            if response.url == nil { response.url = request.url }
            return response
        } catch {
            throw LoadError.ofTransport(error, request: request)
        }
    }

    private func wait(for duration: Duration) async -> Result<Void, any Error> {
        do {
            // Longer than any task lives. `Task.sleep` traps on a time that its clock can't count.
            try await Task.sleep(for: min(duration, .seconds(1 << 32)))
            watch?.tell(.waited(duration))
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    private func share(_ sharing: Sharing) async -> Result<Response, any Error> {
        if case .load(let request) = sharing.key { return await load(sharing.plan, of: request) }
        let inner = inside(sharing.key)
        let joined = await flights.join(sharing.key, from: keys) { await inner.outcome(of: sharing.plan) }
        if let joined { return joined }
        return await outcome(of: sharing.plan)
    }

    private func begin(_ sharing: Sharing) {
        let inner = inside(sharing.key)
        flights.begin(sharing.key) { await inner.outcome(of: sharing.plan) }
    }

    /// This interpreter, as part of a shared run.
    private func inside(_ key: SharingKey) -> Interpreter {
        var inner = self
        inner.keys.insert(key)
        return inner
    }

    /// Loads a request, or waits for the load of an equal one. Who has room that others wait for does not wait.
    private func load(_ plan: Plan<Response>, of request: Request) async -> Result<Response, any Error> {
        guard rooms.isEmpty else { return await outcome(of: plan) }
        return await sameLoads.load(request, watch) { await outcome(of: plan) }
    }

    private func access(_ access: CacheAccess) async -> CacheEntry? {
        let store = (access.store as? StoreReference)?.store ?? cache
        switch access.action {
        case .read(let key): return await store.entry(for: key)
        case .update(let key, let change): await store.update(key, change)
        case .remove(let selection): await store.remove(selection)
        }
        return nil
    }

    private func limit(_ limiting: Limiting) async -> Result<Response, any Error> {
        guard !rooms.contains(limiting.key) else { return await outcome(of: limiting.plan) }
        var inner = self
        inner.rooms.insert(limiting.key)
        do {
            try await gates.enter(limiting.key, limit: limiting.limit, priority: limiting.priority)
        } catch {
            return .failure(error)
        }
        defer { gates.leave(limiting.key) }
        return await inner.outcome(of: limiting.plan)
    }

    private func outcome(of plan: Plan<Response>) async -> Result<Response, any Error> {
        do {
            return .success(try await value(of: plan))
        } catch {
            return .failure(error)
        }
    }
}
