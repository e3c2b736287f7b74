import Foundation
import ResourcefulCore
import ResourcefulDownloads
import ResourcefulLoading
import ResourcefulTesting
import Testing

/// How far a download has come.
struct DownloadProgressTests {
    private let folder = DownloadFolder()
    private let body = content(10_000)

    @Test func `what is there counts, and the fraction never goes back, whatever breaks off`() async throws {
        for turns in [
            [], [.breakOff(after: 4_000)], [.breakOff(after: 4_000), .breakOff(after: 0)],
            [.breakOff(after: 4_000), .answer(Response(headerFields: ["ETag": #""1""#], body: body))],
        ] as [[FileServer.Turn]] {
            let server = FileServer(body, ["ETag": #""1""#], turns)
            var download = FileDownload(url: URL(string: "https://example.org/file")!)
            download.waits = .constant(.zero)
            let seen = Locked<[TransferProgress]>([])
            _ = try await server.webservice.download(download, to: .file(folder.file), every: .zero) { progress in
                seen.withLock { $0.append(progress) }
            }
            let all = seen.withLock { $0 }
            let last = try #require(all.last)
            #expect(last.fraction == 1 && last.received == 10_000 && last.expectedToReceive == 10_000)
            #expect(zip(all, all.dropFirst()).allSatisfy { ($0.fraction ?? 0) <= ($1.fraction ?? 0) })
            #expect(all.allSatisfy { $0.received <= 10_000 })
        }
    }

    @Test func `what was there from before is received from the beginning on`() async throws {
        let server = FileServer(body, ["ETag": #""1""#], [.breakOff(after: 4_000)])
        var download = FileDownload(url: URL(string: "https://example.org/file")!)
        download.resumptions = 0
        let failed = Locked<[TransferProgress]>([])
        await #expect(throws: LoadError.self) {
            try await server.webservice.download(download, to: .file(folder.file)) { progress in
                failed.withLock { $0.append(progress) }
            }
        }
        #expect(failed.withLock { $0.last?.fraction } == 0.4)
        let seen = Locked<[TransferProgress]>([])
        _ = try await server.webservice.download(download, to: .file(folder.file)) { progress in
            seen.withLock { $0.append(progress) }
        }
        #expect(seen.withLock { $0.last?.received } == 10_000 && seen.withLock { $0.last?.isFinished } == true)
    }
}
