import Foundation
import ProgramSupport
import Testing

/// `episodes outbox`, which kills its own processes.
@Suite(.permit, .blocking) struct OutboxProgramTests {
    @Test func `each comment is there once, in order, though the process that sends is killed twice`() throws {
        let folder = TemporaryFolder()
        let outcome = try Program.run(["outbox", "--cache-folder", folder.path])
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("A server takes comments at http://127.0.0.1:") == true)
        #expect(
            lines.dropFirst() == [
                "Process 1 submits 6 comments, and sends what waits.",
                "  First!              taken",
                "  Great guest.        503 before it was taken",
                "  Great guest.        taken",
                "  At 12:30 you say…   kill -9 after it was taken, before the answer",
                "Process 2 submits 6 comments, and sends what waits.",
                "  At 12:30 you say…   has been taken before: the key is the same",
                "  More of this.       taken",
                "  See you.            500 after it was taken",
                "  See you.            has been taken before: the key is the same",
                "  P.S. Thank you.     kill -9 before it was taken",
                "Process 3 submits 6 comments, and sends what waits.",
                "  P.S. Thank you.     taken",
                "10 requests arrived, and each of the 6 comments is there once, in order.",
            ])
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/outbox"))
        #expect(try Program.run(["--clear-cache", "--cache-folder", folder.path]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test func `an unknown option is named`() throws {
        let outcome = try Program.run(["outbox", "--fast"])
        #expect(outcome.status == 64 && outcome.errors.contains("--fast"))
    }
}
