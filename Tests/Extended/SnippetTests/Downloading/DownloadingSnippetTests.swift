import ExampleSupport
import Foundation
import Resourceful
import ResourcefulDownloads
import ResourcefulTesting
import Testing

// The snippets of "Downloading", word for word, compiled and run.
@Suite(.permit) final class DownloadingSnippetTests {
    private let folder = URL(filePath: "/tmp/resourceful-snippet-\(UInt64.random(in: 0 ... .max))")
    private let content = Data("The quick brown fox jumps over the lazy dog.".utf8)
    private let server: LoopbackServer
    private let cuts = Guarded(0)

    init() throws {
        let file = Response(headerFields: ["ETag": #""1""#], body: content)
        server = try LoopbackServer(answering: { [cuts] request in
            guard
                cuts.withLock({
                    $0 -= 1; return $0 >= 0
                })
            else { return .response(file.ranged(for: request)) }
            return .faulty(file.ranged(for: request), .reset(after: 20))
        })
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    private var url: URL { server.baseURL.appending(path: "recordings/1.txt") }
    private var place: URL { folder.appending(path: "1.txt") }
    private let webservice = Webservice()

    @Test func `a file is downloaded`() async throws {
        let recording = FileDownload(url: url)
        let file = try await webservice.download(recording, to: .file(place))
        print(file.url, file.size)

        #expect(try Data(contentsOf: place) == content && file.size == 44)
    }

    @Test func `a download has a template`() {
        let id = 7
        let audio = FileDownload("episodes/{id}.m4a", ["id": id])
        #expect("\(audio)" == "GET episodes/7.m4a → file")
    }

    @Test func `a download resumes as often as you allow`() async throws {
        var patient = FileDownload(url: url)
        patient.resumptions = 20
        patient.waits = .exponential(from: .seconds(1), upTo: .seconds(60))

        patient.waits = .constant(.zero)
        cuts.withLock { $0 = 2 }
        _ = try await webservice.download(patient, to: .file(place))
        #expect(try Data(contentsOf: place) == content && server.requests.count == 3)
    }

    @Test func `a download reports its progress`() async throws {
        let recording = FileDownload(url: url)
        let shown = try await webservice.download(recording, to: .file(place)) { progress in
            print(progress)
        }

        #expect(shown.size == 44)
    }

    @Test func `a folder names the file as the server does`() async throws {
        let (recording, downloads) = (FileDownload(url: url), folder)
        let first = try await webservice.download(recording, to: .folder(downloads))
        let second = try await webservice.download(recording, to: .folder(downloads))
        let third = try await webservice.download(recording, to: .folder(downloads, ifTaken: .replaced))

        #expect([first, second, third].map(\.url.lastPathComponent) == ["1.txt", "1 (2).txt", "1.txt"])
    }

    @Test func `a wrong checksum fails the download`() async throws {
        let digest = try ContentDigest.sha256(
            "ef537f25c895bfa782526529a9b63d97aa631564d5d789c2b765448c8635fb6c")
        let checked = FileDownload(url: url, digest: digest).maximumBodySize(100_000_000)

        do {
            _ = try await webservice.download(checked, to: .file(place))
        } catch let error as LoadError
            where (error.underlyingError as? DownloadError)?.kind == .digestMismatch
        {
            print("This is not the file that was published: \(error)")
        }

        #expect(try Data(contentsOf: place) == content)
    }
}
