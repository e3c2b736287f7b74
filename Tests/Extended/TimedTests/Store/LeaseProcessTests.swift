import Foundation
import Testing

/// Processes that share a file, and a lease in it.
@Suite(.permit, .blocking) struct LeaseProcessTests {
    @Test func `of processes that share a file one holds a lease, and one that is killed loses it`() throws {
        let folder = TemporaryFolder()
        let file = folder.url.appending(path: "store").path(percentEncoded: false)
        // Longer than a busy machine keeps one waiting between two steps.
        let milliseconds = "4000"
        let killed = try WriterProcess("hold", file, milliseconds)
        killed.waitForLine()
        killed.kill()
        killed.wait()
        let processes = try (0..<4).map { _ in try WriterProcess("leased", file, milliseconds, "5") }
        let ended = processes.map { $0.wait() }
        #expect(ended.allSatisfy { $0.status == 0 }, "\(ended)")
        #expect(ended.contains { $0.output == "20\n" }, "none is lost: \(ended)")
    }
}
