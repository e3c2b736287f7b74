import ExtendedSupport
import ResourcefulConnectivity
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The network of this machine, and loads that wait for one.
@Suite(.permit) struct ConnectivityTests {
    @Test func `a load is sent again as soon as there is a network`() async throws {
        let (isAsked, isOnline) = (Locked(false), Locked(false))
        let server = StubTransport { _ in
            guard isOnline.withLock({ $0 }) else { throw TransportError(.cannotResolveHost) }
            return Response(body: Data("hello".utf8))
        }
        let webservice = Webservice(
            policies: [.waitingForConnectivity(upTo: .seconds(3_600))],
            answers: [
                .to(.connectivity) {
                    isAsked.withLock { $0 = true }
                    while !isOnline.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
                }
            ], transport: server)
        let load = Task {
            try await webservice.load(Resource<String>(text: Request(url: URL(string: "https://a.example/")!)))
        }
        #expect(await eventually { isAsked.withLock { $0 } })
        #expect(server.requests.count == 1)
        isOnline.withLock { $0 = true }
        #expect(try await load.value == "hello")
        #expect(server.requests.count == 2)
    }

    #if os(Linux)
        @Test func `hundreds of loops need no threads of their own`() async throws {
            func threads() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
            }
            let before = try threads()
            let states = Locked(0)
            let loops = (0..<300).map { _ in
                Task { for await _ in Connectivity.updates { states.withLock { $0 += 1 } } }
            }
            #expect(await eventually { states.withLock { $0 } >= 300 })
            // Other tests may begin some.
            #expect(try threads() < before + 50)
            for loop in loops { loop.cancel() }
            for loop in loops { await loop.value }
        }
    #endif

    @Test func `the first state is the current one, and a canceled loop ends`() async {
        var updates = Connectivity.updates.makeAsyncIterator()
        #expect(await updates.next() == Connectivity.isAvailable)
        let loop = Task {
            var states: [Bool] = []
            for await state in Connectivity.updates { states.append(state) }
            return states
        }
        loop.cancel()
        #expect(await loop.value.count <= 1)
    }
}
