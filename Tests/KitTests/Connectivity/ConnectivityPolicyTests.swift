import ResourcefulConnectivity
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Loads without a network, in virtual time.
struct ConnectivityPolicyTests {
    /// A run whose server can't be reached by the first requests.
    private func run(
        failures: Int, kind: TransportError.Kind = .cannotConnect, upTo limit: Duration = .seconds(60)
    ) -> DryRun {
        let count = Locked(0)
        return DryRun(
            baseURL: URL(string: "https://api.example.org/"), policies: [.waitingForConnectivity(upTo: limit)]
        ) { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number <= failures { throw TransportError(kind) }
            return Response(status: 201)
        }
    }

    private let order = Resource<Void>("orders", method: .post, body: .json(["id": 1]))

    @Test(arguments: [false, true]) func `a load waits, and is sent again after longer and longer pauses`(
        isAnswered: Bool
    ) throws {
        for (failures, seconds) in [(0, 0), (1, 1), (2, 3), (5, 31), (7, 91)] {
            for kind in [TransportError.Kind.cannotConnect, .cannotResolveHost] {
                var run = run(failures: failures, kind: kind, upTo: .seconds(1_000))
                // There is a network, but the server can't be reached.
                if isAnswered { run.answer(.connectivity) {} }
                try run.load(order)
                #expect(run.requests.count == failures + 1 && run.elapsed == .seconds(seconds))
            }
        }
    }

    @Test func `when the time is over, the load fails with the last error`() throws {
        var run = run(failures: .max, upTo: .seconds(10))
        let error = try #require(throws: LoadError.self) { try run.load(order) }
        #expect((error.underlyingError as? TransportError)?.kind == .cannotConnect)
        #expect(run.requests.count == 4 && run.elapsed == .seconds(10))
    }

    @Test(arguments: [TransportError.Kind.timedOut, .connectionLost, .insecure, .circuitOpen])
    func `what may have been sent isn't sent again`(kind: TransportError.Kind) throws {
        var run = run(failures: 1, kind: kind)
        #expect(throws: LoadError.self) { try run.load(order) }
        #expect(run.requests.count == 1 && run.elapsed == .zero)
    }

    @Test func `a stream isn't sent again`() throws {
        var run = run(failures: 1)
        let body = Body.stream(AsyncStream<Data> { $0.finish() })
        #expect(throws: LoadError.self) { try run.load(Resource<Void>("orders", method: .post, body: body)) }
        #expect(run.requests.count == 1)
    }

    @Test func `a load that is canceled while it waits ends`() async throws {
        let isAsked = Locked(false)
        let (never, input) = AsyncStream<Void>.makeStream()
        defer { input.finish() }
        let webservice = Webservice(
            policies: [.waitingForConnectivity()],
            answers: [
                .to(.connectivity) {
                    isAsked.withLock { $0 = true }
                    for await _ in never {}
                }
            ], transport: StubTransport { _ in throw TransportError(.cannotConnect) })
        let load = Task { try await webservice.load(Resource<Void>(url: URL(string: "https://a.example/")!)) }
        #expect(await eventually { isAsked.withLock { $0 } })
        load.cancel()
        await #expect(throws: CancellationError.self) { try await load.value }
    }
}
