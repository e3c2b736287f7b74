import Foundation
import ResourcefulLifecycle
import ResourcefulLoading
import ResourcefulResilience
import ResourcefulTesting
import ServiceLifecycle
import ServiceLifecycleTestKit
import Synchronization
import Testing

/// A server that stops, and one that isn't ready.
struct LifecycleTests {
    private static let url = URL(string: "https://example.org/a")!
    private static let resource = Resource<Data>(url: url)

    @Test(arguments: [true, false]) func `loads have time to end when the group shuts down`(hasTime: Bool) async throws
    {
        let transport = Held()
        let lifetime = LoadLifetime()
        let webservice = Webservice(transport: transport).lasting(lifetime)
        let service = LoadService(lifetime, within: hasTime ? .seconds(3600) : .zero)
        let load = Task { try await webservice.load(Self.resource) }
        while transport.sent.load(ordering: .relaxed) == 0 { await Task.yield() }
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await service.run() }
                trigger.triggerGracefulShutdown()
                while !lifetime.isOver { await Task.yield() }
                if hasTime {
                    #expect(lifetime.count == 1)
                    transport.isOpen.store(true, ordering: .relaxed)
                }
                try await group.waitForAll()
            }
        }
        #expect(lifetime.count == 0)
        if hasTime {
            #expect(try await load.value == Data())
        } else {
            await #expect(throws: CancellationError.self) { try await load.value }
        }
        await #expect(throws: LifetimeEnded.self) { try await webservice.load(Self.resource) }
    }

    @Test func `a service whose task is canceled cancels its loads`() async throws {
        let transport = Held()
        let lifetime = LoadLifetime()
        let webservice = Webservice(transport: transport).lasting(lifetime)
        let load = Task { try await webservice.load(Self.resource) }
        while transport.sent.load(ordering: .relaxed) == 0 { await Task.yield() }
        let run = Task { try await LoadService(lifetime, within: .seconds(3600)).run() }
        run.cancel()
        try await run.value
        await #expect(throws: CancellationError.self) { try await load.value }
    }

    @Test func `a service is ready while the circuits that it needs are closed, and its store is there`() async throws {
        let isAway = Atomic(true)
        let health = ServiceHealth()
        let webservice = Webservice(
            policies: [.circuitBreaker(after: 2, cooldown: .zero)], observers: [health.observer],
            transport: StubTransport { _ in Response(status: isAway.load(ordering: .relaxed) ? 503 : 200) })
        #expect(health.readiness.isReady(needing: ["example.org"]) && "\(health.readiness)" == "ready")
        for _ in 0..<2 { _ = try? await webservice.load(Self.resource) }
        #expect(!health.readiness.isReady(needing: ["example.org"]))
        #expect(health.readiness.isReady() && health.readiness.isReady(needing: ["other.example"]))
        #expect("\(health.readiness)" == "the circuit of https://example.org:443 is open")
        isAway.store(false, ordering: .relaxed)
        _ = try await webservice.load(Self.resource)
        #expect("\(health.readiness)" == "ready")
        health.note(LoadDecision(.store, .away, "Redis"))
        #expect(!health.readiness.isReady() && "\(health.readiness)" == "the store is away")
        health.note(LoadDecision(.store, .back, "Redis"))
        #expect(health.readiness.isReady())
    }

    @Test func `one of several stores that comes back doesn't hide that another is away`() {
        let health = ServiceHealth()
        for _ in 0..<2 { health.note(LoadDecision("store tokens", .away, "Redis")) }
        health.note(LoadDecision("store cache", .away, "Redis"))
        #expect("\(health.readiness)" == "the store cache is away, the store tokens is away")
        health.note(LoadDecision("store cache", .back, "Redis"))
        #expect(health.readiness.awayStores == ["tokens"] && !health.readiness.isReady())
        health.note(LoadDecision("storey tokens", .back, "another kind"))
        #expect(health.readiness.isStoreAway && "\(health.readiness)" == "the store tokens is away")
        health.note(LoadDecision("store tokens", .back, "Redis"))
        #expect(health.readiness.isReady() && "\(health.readiness)" == "ready")
    }
}

/// Holds requests until it is open, or until their task is canceled.
private final class Held: Transport {
    let sent = Atomic(0)
    let isOpen = Atomic(false)

    func send(_ request: Request) async throws -> Response {
        sent.wrappingAdd(1, ordering: .relaxed)
        while !isOpen.load(ordering: .relaxed) {
            try Task.checkCancellation()
            await Task.yield()
        }
        return Response()
    }
}
