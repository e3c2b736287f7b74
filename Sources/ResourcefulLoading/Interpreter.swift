import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Carries plans out, for real: the one loop over the effects.
struct Interpreter: Sendable {
    let services: Services
    /// Whether the policies of the Webservice are applied to what the plan sends: not where it is a policy's own.
    var appliesPolicies = true
    /// Who watches the load.
    var watch: Watch?
    /// What counts the bytes of the load.
    var meter: ProgressMeter?
    /// What this is part of, if that matters to anybody.
    var surroundings: Surroundings?

    /// The runs that another one is part of.
    final class Surroundings: Sendable {
        /// The keys of the shared runs: to wait for one of them would be to wait for oneself.
        let keys: Set<SharingKey>
        /// The keys under which there is room for it already.
        let rooms: Set<String>

        init(keys: Set<SharingKey> = [], rooms: Set<String> = []) { (self.keys, self.rooms) = (keys, rooms) }
    }

    /// Takes a plan to its outcome. A cancelled task carries nothing out any more.
    func value<Value>(of plan: Plan<Value>) async throws -> sending Value {
        var plan = plan
        while !Task.isCancelled {
            switch plan.head {
            case .value(let value): return value.content
            case .failure(let error): throw error
            case .send(let effect):
                if let response = inMemory(effect.parameter) {
                    plan = effect.next(.success(response))
                } else {
                    plan = effect.next(await send(effect.parameter))
                }
            case .wait(let effect): plan = effect.next(await wait(for: effect.parameter))
            case .now(let effect): plan = effect.next(.success(Date()))
            case .random(let effect): plan = effect.next(.success(.random(in: 0 ... .max)))
            case .read(let effect): plan = effect.next(.success(services.store.read(effect.parameter)))
            case .update(let effect):
                plan = effect.next(.success(services.store.update(effect.parameter.name, effect.parameter.change)))
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

    /// The fresh response to a request that is in memory, unless somebody wants to be told of it.
    func inMemory(_ request: Request) -> Response? {
        guard appliesPolicies, watch == nil, let cache = services.quickCache else { return nil }
        return cache.response(to: request, baseURL: services.baseURL)
    }

    /// Carries out what the policies make of a request; where there are none, hands it to the transport.
    private func send(_ request: Request) async -> Result<Response, any Error> {
        do {
            guard appliesPolicies else { return .success(try await transmit(request.sendable())) }
            var inner = self
            inner.appliesPolicies = false
            guard services.isPlain, request.isPlain else {
                return .success(try await inner.value(of: services.policy(request, next: Plan.send)))
            }
            let request = try request.resolved(against: services.baseURL)
            guard request.isJoinable else { return .success(try await inner.exchange(request)) }
            return await inner.load(.load(request)) { try await inner.exchange(request) }
        } catch {
            return .failure(error)
        }
    }

    /// Sends a request for which there is nothing to do but to follow redirects.
    private func exchange(_ request: Request) async throws -> Response {
        let response = try await transmit(request.sendable())
        guard let rest = try response.redirection(of: request) else { return response }
        return try await value(of: rest)
    }

    private func transmit(_ request: Request) async throws -> Response {
        do {
            let transport = services.transport
            var response =
                if let watch {
                    try await watch.exchange(request) { try await transport.exchange($0, meter) }
                } else {
                    try await transport.exchange(request, meter)
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
        if case .load = sharing.key { return await load(sharing.key) { try await value(of: sharing.plan) } }
        let inner = inside(sharing.key)
        let joined = await services.flights.join(sharing.key, from: surroundings?.keys ?? []) {
            await inner.outcome(of: sharing.plan)
        }
        if let joined { return joined }
        return await outcome(of: sharing.plan)
    }

    private func begin(_ sharing: Sharing) {
        let inner = inside(sharing.key)
        services.flights.begin(sharing.key) { await inner.outcome(of: sharing.plan) }
    }

    /// This interpreter, as part of a shared run.
    private func inside(_ key: SharingKey) -> Interpreter {
        var inner = self
        inner.surroundings = Surroundings(
            keys: surroundings?.keys.union([key]) ?? [key], rooms: surroundings?.rooms ?? [])
        return inner
    }

    /// Loads a request, or waits for the load of an equal one. Who has room that others wait for does not wait.
    private func load(
        _ key: SharingKey, _ run: () async throws -> Response
    ) async -> Result<Response, any Error> {
        let isJoined = surroundings?.rooms.isEmpty ?? true
        while isJoined, !services.sameLoads.begin(key) {
            watch?.tell(.decided(Decision(.sharing, "an equal request is under way: \(key)")))
            if let outcome = await services.sameLoads.follow(key) { return outcome }
        }
        do {
            let response = try await run()
            if isJoined { services.sameLoads.end(key, with: .success(response)) }
            return .success(response)
        } catch {
            if isJoined { services.sameLoads.end(key, with: .failure(error)) }
            return .failure(error)
        }
    }

    private func limit(_ limiting: Limiting) async -> Result<Response, any Error> {
        let rooms = surroundings?.rooms ?? []
        guard !rooms.contains(limiting.key) else { return await outcome(of: limiting.plan) }
        var inner = self
        inner.surroundings = Surroundings(keys: surroundings?.keys ?? [], rooms: rooms.union([limiting.key]))
        do {
            try await services.gates.enter(limiting.key, limit: limiting.limit, priority: limiting.priority)
        } catch {
            return .failure(error)
        }
        defer { services.gates.leave(limiting.key) }
        return await inner.outcome(of: limiting.plan)
    }

    private func access(_ access: CacheAccess) async -> CacheEntry? {
        let store = (access.store as? StoreReference)?.store ?? services.cache
        switch access.action {
        case .read(let key): return await store.entry(for: key)
        case .update(let key, let change): await store.update(key, change)
        case .remove(let selection): await store.remove(selection)
        }
        return nil
    }

    private func outcome(of plan: Plan<Response>) async -> Result<Response, any Error> {
        do {
            return .success(try await value(of: plan))
        } catch {
            return .failure(error)
        }
    }
}
