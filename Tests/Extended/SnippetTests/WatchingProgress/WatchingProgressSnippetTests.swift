import ExampleSupport
import Foundation
import Resourceful
import ResourcefulProgress
import ResourcefulStreams
import ResourcefulTesting
import Synchronization
import Testing

private struct Song: Sendable, Equatable {
    let bytes: Data

    static let master = Resource<Song>(url: URL(string: "https://example.org/master")!) { Song(bytes: $0) }

    static func upload(_ file: URL) -> Resource<Data> {
        Resource(url: URL(string: "https://example.org/songs")!, method: .post, body: .file(file)) { $0 }
    }
}

private enum Chart {
    static let lines = StreamResource<String>(
        Request(url: URL(string: "https://example.org/chart")!), from: (),
        parse: { _, piece in [String(decoding: piece, as: UTF8.self)] })
}

/// A progress bar that any thread may change.
private final class Bar: Sendable {
    private let values = Guarded<[Double]>([])

    var value: Double {
        get { values.withLock { $0.last } ?? 0 }
        set { values.withLock { $0.append(newValue) } }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
/// The number of bytes that loads have received.
nonisolated final class DataUse: ExchangeMeter {
    private let received = Mutex(0)
    var bytes: Int { received.withLock { $0 } }

    func receive(_ count: Int) { received.withLock { $0 += count } }
}

@Suite(.permit) struct WatchingProgressSnippetTests {
    private let webservice = Webservice(transport: StubTransport { _ in Response(body: Data("la la la".utf8)) })
    private let bar = Bar()

    @Test func `a load reports its progress`() async throws {
        let song = try await webservice.load(Song.master) { progress in
            print(progress)  // 3.4 MB of 12.0 MB, 28 %, 1.2 MB/s, 8 s left
        }
        #expect(song.bytes.count == 8)
    }

    @Test func `progress is a sequence that ends with the value`() async throws {
        let played = Guarded<[Song]>([])
        func play(_ song: Song) { played.withLock { $0.append(song) } }

        for try await step in webservice.progress(of: Song.master) {
            switch step {
            case .progress(let progress): bar.value = progress.fraction ?? 0
            case .value(let song): play(song)
            }
        }
        #expect(bar.value == 1 && played.withLock { $0.count } == 1)
    }

    @Test func `a stream reports its progress`() async throws {
        var shown: [String] = []
        func show(_ line: String) { shown.append(line) }

        for try await line in webservice.stream(of: Chart.lines, progress: { print($0) }) { show(line) }
        #expect(shown == ["la la la"])
    }

    @Test func `several loads have one progress`() async throws {
        let album = (songs: [Song.master, Song.master], title: "Tape")
        let songs = try await webservice.load(all(album.songs)) { [bar] in bar.value = $0.fraction ?? 0
        }
        #expect(songs.count == 2 && bar.value == 1)
    }

    @Test func `progress can be combined`() {
        let first = TransferProgress(sent: 5, expectedToSend: 10, expectedToReceive: 0, fraction: 0.5)
        let second = TransferProgress(received: 30, expectedToSend: 0, expectedToReceive: 30, fraction: 1)
        let overall = TransferProgress.combined([first, second])
        #expect(overall.fraction == 0.875)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func `a custom meter counts bytes`() async throws {
        let use = DataUse()
        let metered = webservice.metered { _ in use }
        _ = try await metered.load(Song.master)
        print(use.bytes)
        #expect(use.bytes == 8)
    }

    @Test func `a request limits the body of its response`() throws {
        let picture = try #require(URL(string: "https://example.org/avatar"))
        let avatar = Resource<Data>(url: picture) { $0 }.maximumBodySize(1_000_000)
        var run = DryRun { _ in Response(body: Data(count: 1_000_001)) }
        let error = #expect(throws: LoadError.self) { try run.load(avatar) }
        #expect((error?.underlyingError as? TransportError)?.kind == .tooLarge)
    }

    @Test func `a server can refuse a body before it is sent`() throws {
        let file = URL(filePath: "/songs/1")
        let upload = Song.upload(file).expectingContinue()
        var run = DryRun { request in Response(status: request.headerFields["Expect"] == nil ? 201 : 417) }
        _ = try run.load(upload)
        #expect(run.requests.map { $0.headerFields["Expect"] } == ["100-continue", nil])
    }
}
