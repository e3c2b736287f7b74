import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Carries plans out, for real: the one loop over the effects.
struct Interpreter: Sendable {
    let transport: any Transport
    let store: MemoryStore
    let flights: Flights
    /// The keys of the shared runs that this one is part of: to wait for one of them would be to wait for oneself.
    var keys: Set<String> = []

    /// Takes a plan to its outcome. A cancelled task carries nothing out any more.
    func outcome<Value>(of plan: Plan<Value>) async -> sending Result<Value, any Error> {
        var plan = plan
        while !Task.isCancelled {
            switch plan.head {
            case .done(let result): return result
            case .send(let request, let next): plan = next(await send(request))
            case .wait(let duration, let next): plan = next(await wait(for: duration))
            case .now(let next): plan = next(.success(Date()))
            case .random(let next): plan = next(.success(.random(in: 0 ... .max)))
            case .read(let name, let next): plan = next(.success(store[name]))
            case .write(let entry, let name, let next):
                store[name] = entry
                plan = next(.success(()))
            case .share(let shared, let key, let next): plan = next(await share(shared, as: key))
            case .both(let both): plan = await atOnce(both)
            case .each(let each): plan = await atOnce(each)
            }
        }
        return .failure(CancellationError())
    }

    private func send(_ request: Request) async -> Result<Response, any Error> {
        do throws(LoadError) {
            let request = try request.sendable()
            do {
                var response = try await transport.send(request)
                if response.url == nil { response.url = request.url }
                return .success(response)
            } catch {
                return .failure(LoadError.ofTransport(error, request: request))
            }
        } catch {
            return .failure(error)
        }
    }

    private func wait(for duration: Duration) async -> Result<Void, any Error> {
        do {
            return .success(try await Task.sleep(for: duration))
        } catch {
            return .failure(error)
        }
    }

    private func share(_ plan: Plan<Response>, as key: String) async -> Result<Response, any Error> {
        guard !keys.contains(key) else { return await outcome(of: plan) }
        var inner = self
        inner.keys.insert(key)
        return await flights.join(key) { [inner] in await inner.outcome(of: plan) }
    }
}
