import Foundation
import ResourcefulTesting
import Testing

/// Answers that take their time, from httpbin.
@Suite(.alone, .needsServers) struct HttpbinTimeTests {
    @Test(arguments: Subject.overSockets) func `an answer that comes in time is one`(subject: Subject) async throws {
        let response = try await subject.load(Servers.httpbin + "delay/0.5", timeout: .seconds(20))
        #expect(response.status == 200)
        let dripped = try await subject.load(Servers.httpbin + "drip?numbytes=40&duration=0.8&delay=0.2&code=203")
        #expect(dripped.status == 203)
        #expect(dripped.body == Data(repeating: UInt8(ascii: "*"), count: 40))
    }

    @Test(arguments: Subject.overSockets, ["delay/10", "drip?numbytes=100&duration=10&delay=0"])
    func `an answer that comes too late is an error when its time is over`(
        subject: Subject, path: String
    ) async {
        let taken = await ContinuousClock().measure {
            #expect(await subject.failure(of: Servers.httpbin + path, timeout: .milliseconds(500)) == .timedOut)
        }
        #expect(taken > .milliseconds(400) && taken < .seconds(8))
    }

    @Test(arguments: Subject.overSockets, ["delay/10", "drip?numbytes=100&duration=10&delay=0", "stream/100"])
    func `canceling ends it at once, at any moment`(subject: Subject, path: String) async throws {
        let webservice = Webservice(transport: subject.shared())
        for milliseconds in [0, 3, 30, 300] {
            let task = Task { try await webservice.load(echo(Servers.httpbin + path)) }
            try await Task.sleep(for: .milliseconds(milliseconds))
            task.cancel()
            let taken = await ContinuousClock().measure { _ = await task.result }
            #expect(taken < .seconds(5))
            if case .failure(let error) = await task.result { #expect(error is CancellationError) }
        }
        #expect(try await webservice.load(echo(Servers.httpbin + "get")).status == 200)
    }

    @Test(arguments: Subject.overSockets) func `slow answers come side by side`(subject: Subject) async throws {
        let plan = all((0..<20).map { _ in echo(Servers.httpbin + "delay/0.5").map(\.status) })
        let webservice = Webservice(transport: subject.shared())
        let clock = ContinuousClock()
        let start = clock.now
        #expect(try await webservice.load(plan) == Array(repeating: 200, count: 20))
        // One after the other, they would take ten seconds.
        #expect(clock.now - start < .seconds(8))
    }
}
