import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Loads that are cancelled as they are about to end: when a transport may hang, crash or answer twice.
///
/// In a process of its own, which a watchdog ends when it hangs.
@Suite(.alone) struct StormTests {
    @Test(arguments: Subject.overSockets) func `thousands of loads are canceled as they end`(subject: Subject) async {
        await #expect(processExitsWith: .success) { [subject] in
            startWatchdog()
            try await Self.storm(subject, bodySize: 10, loadCount: 2_000)
            try await Self.storm(subject, bodySize: 1_000_000, loadCount: 200)
        }
    }

    /// Each of ten cancels a little later when it came too early, and a little earlier when it came too late.
    private static func storm(_ subject: Subject, bodySize: Int, loadCount: Int) async throws {
        let body = Data(count: bodySize)
        let server = try LoopbackServer { _ in Response(body: body) }
        let webservice = server.webservice(subject.own())
        let outcomes = Locked((whole: 0, cancelled: 0))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    var delay = 0.001
                    for _ in 0..<(loadCount / 10) {
                        let task = Task { try await webservice.load(echo(timeout: nil)).body.count }
                        try? await Task.sleep(for: .seconds(delay))
                        task.cancel()
                        switch await task.result {
                        case .success(let count):
                            #expect(count == bodySize)
                            outcomes.withLock { $0.whole += 1 }
                            delay *= 0.75
                        case .failure(let error):
                            #expect(error is CancellationError, "\(error)")
                            outcomes.withLock { $0.cancelled += 1 }
                            delay *= 1.3
                        }
                    }
                }
            }
        }
        let counts = outcomes.withLock { $0 }
        #expect(counts.whole > loadCount / 20 && counts.cancelled > loadCount / 20, "\(counts)")
        // What is left of the transport works.
        #expect(try await webservice.load(echo()).body.count == bodySize)
    }
}
