import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What waits takes as long as it says.
@Suite(.alone) struct WaitTests {
    @Test func `waiting takes as long as it says, and the time and random numbers are real`() async throws {
        let webservice = Webservice(transport: StubTransport { _ in Response() })
        let clock = ContinuousClock()
        let waited = try await clock.measure { try await webservice.load(Plan.wait(for: .milliseconds(50))) }
        #expect(waited >= .milliseconds(50))
        #expect(abs(try await webservice.load(Plan.now).timeIntervalSinceNow) < 60)
        let (one, other) = try await webservice.load(zip(Plan.random, Plan.random))
        #expect(one != other)
    }

    @Test func `a transport sleeps when it is asked to`() async throws {
        let server: StubServer = [Stub("https://api.example.org/slow").answers(.text("late").after(.milliseconds(30)))]
        let webservice = Webservice(transport: StubTransport(server, sleeping: true))
        let url = try #require(URL(string: "https://api.example.org/slow"))
        let late = Resource<String>(text: Request(url: url))
        let duration = try await ContinuousClock().measure { _ = try await webservice.load(late) }
        #expect(duration >= .milliseconds(30))
    }
}
