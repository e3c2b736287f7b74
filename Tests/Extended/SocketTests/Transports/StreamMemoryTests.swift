import Foundation
import ResourcefulStreams
import ResourcefulTesting
import Testing

/// A reader that sleeps, in a process of its own.
@Suite(.alone, .serialized, .knownDifferences) struct StreamMemoryTests {
    @Test(arguments: Subject.overSockets) func `a reader that sleeps does not make memory grow`(
        subject: Subject
    ) async {
        await #expect(processExitsWith: .success) { [subject] in
            startWatchdog()
            let size = 200_000_000
            let sent = Locked(0)
            let server = try RawServer { connection in
                _ = connection.receive()
                _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
                let piece = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
                for _ in 0..<(size / piece.count) where connection.send(piece) { sent.withLock { $0 += piece.count } }
            }
            defer { server.stop() }
            let webservice = Webservice(baseURL: server.baseURL, transport: subject.own(idleTimeout: .seconds(1)))
            let before = try peakMegabytes()
            var count = 0
            for try await piece in webservice.stream(of: .bytes(timeout: nil)) {
                if count == 0 {
                    try await Task.sleep(for: .milliseconds(1_300))
                    try await subject.check(.backPressure) { #expect(sent.withLock { $0 } < 20_000_000) }
                }
                let position = count
                #expect(piece.first == UInt8(truncatingIfNeeded: position % 100_000))
                count += piece.count
            }
            #expect(count == size)
            let grown = try peakMegabytes() - before
            #expect(grown < 20, "\(grown) MB more")
        }
    }
}
