import Foundation
import ResourcefulDownloads
import ResourcefulTesting
import Testing

/// How far downloads have come.
@Suite(.permit, .knownDifferences) struct DownloadProgressTests {
    private static let body = Data(repeating: 7, count: 600_000)

    @Test(arguments: Subject.overSockets) func `a resumed download tells of what was there before`(
        subject: Subject
    ) async throws {
        let folder = URL(filePath: "/tmp/resourceful-place-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let faults = Locked<[LoopbackServer.Fault]>([.reset(after: 400_000), .cutShort(after: 100_000)])
        let server = try LoopbackServer(answering: { request in
            let answer = Response(headerFields: ["ETag": #""1""#], body: Self.body).ranged(for: request)
            let fault = faults.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            return fault.map { .faulty(answer, $0) } ?? .response(answer)
        })
        let webservice = server.webservice(subject)
        var download = FileDownload(url: URL(string: "x")!)
        (download.waits, download.resumptions) = (.constant(.zero), 0)
        let place = FileDownload.Destination.file(folder.appending(path: "file.bin"))
        let first = ProgressTests.Log()
        await #expect(throws: LoadError.self) {
            try await webservice.download(download, to: place, every: .milliseconds(1)) { first($0) }
        }
        let reached = try #require(first.all.last)
        #expect(reached.received == 400_000 && reached.expected == 600_000 && !reached.isFinished)

        // By itself after the second fault.
        download.resumptions = 3
        let second = ProgressTests.Log()
        let file = try await webservice.download(download, to: place, every: .milliseconds(1)) { second($0) }
        #expect(file.size == 600_000 && file.resumedFrom == 400_000)
        try second.check(sent: 0, received: 600_000)
        #expect(second.all.dropFirst().allSatisfy { $0.received == 0 || $0.received >= 400_000 })
    }

    @Test func `a download is a sequence whose last step is its file`() async throws {
        let folder = URL(filePath: "/tmp/resourceful-place-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try LoopbackServer { _ in Response(body: Self.body) }
        var files: [DownloadedFile] = []
        let steps = server.webservice(.curl).progress(
            of: FileDownload(url: URL(string: "x")!), to: .file(folder.appending(path: "file.bin")))
        for try await step in steps {
            if case .value(let file) = step { files.append(file) }
        }
        #expect(files.map(\.size) == [600_000])
    }
}
