import ResourcefulLab
import ResourcefulTesting
import ResourcefulUploads
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Processes that upload a file, and end or fail anywhere.
struct UploadExplorationTests {
    @Test(arguments: [UploadProtocol.tus, .draft()])
    func `wherever it fails or the process ends, the server has the file`(
        rules: UploadProtocol
    ) throws {
        let bytes = content(25)
        let folder = DownloadFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        try bytes.write(to: folder.file)
        var rule = RetryRule.uploads
        rule.waits = .constant(.seconds(1))
        let upload = ResumableUpload(
            folder.file, to: Request("files"), by: rules, pieceSize: 10, resuming: rule)
        let laws: [Invariant<UploadServer, UploadedFile>] = [
            .holds("it ends well") { world in (try? world.outcome.get()) != nil },
            .holds("the server has the file, and no other one") { world in
                world.server.uploads.allSatisfy { !$0.isComplete || $0.bytes == bytes }
                    && world.server.uploads.contains { $0.isComplete }
            },
            .holds("it isn't complete twice, unless the process ended after it was") { world in
                world.server.uploads.count { $0.isComplete } == 1 || endedAfterTheEnd(world.run)
            },
            .holds("nothing is left in the store") { world in world.run.store.isEmpty },
            .holds("no confirmed byte is sent again") { isSentOnce($0.server.received, of: 25, in: $0.run) },
        ]
        let exploration = try DryRun.explore(
            upload, against: { UploadServer(rules) },
            in: { DryRun(baseURL: URL(string: "https://api.example/v1/"), $0.answer) },
            failing: [.crashed, .reset, .timedOut, .refused, .status(503), .status(423)],
            atMost: Effort.size(reduced: 1, usual: 2, full: 3), always: laws)
        let least = Effort.size(reduced: 20, usual: 300, full: 300)
        #expect(exploration.isComplete && exploration.worlds > least, "\(exploration)")
    }
}

/// Whether a server received no more than the file, and a piece of ten bytes for each failure. What a program does that
/// ended when the upload was complete and forgotten is its own.
func isSentOnce(_ received: Int, of size: Int, in run: DryRun) -> Bool {
    let failures = run.events.count { event in
        switch event.kind {
        case .failed, .crashed: true
        default: false
        }
    }
    return received <= size + 10 * failures || endedAfterTheEnd(run)
}

/// Whether the process ended when the upload was complete and forgotten: what its program does then is its own.
func endedAfterTheEnd(_ run: DryRun) -> Bool {
    var wasForgotten = false
    for event in run.events {
        switch event.kind {
        case .removed: wasForgotten = true
        case .wrote: wasForgotten = false
        case .crashed where wasForgotten: return true
        default: break
        }
    }
    return false
}
