import ResourcefulDownloads
import ResourcefulPages
import ResourcefulProgress
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Progress, downloads and loops in virtual time.
struct VirtualTimeTests {
    private static let base = URL(string: "https://example.org/api")!
    private static let upload = Resource<Void>("upload", method: .post, body: .data(Data(count: 1_000_000)))

    private static func run(_ server: StubServer, _ policies: [Policy] = []) -> DryRun {
        DryRun(baseURL: base, policies: policies, server)
    }

    @Test func `an upload is sent at a constant rate while its answer takes its time`() throws {
        var run = Self.run([Stub(.post, "upload").answers(.status(201).after(.seconds(4)))])
        var shown: [TransferProgress] = []
        try run.load(Self.upload, every: .seconds(1)) { shown.append($0) }
        #expect(shown.map(\.sent) == [0, 250_000, 500_000, 750_000, 1_000_000])
        #expect(shown.map(\.fraction) == [nil, 0.25, 0.5, 0.75, 1])
        #expect(shown[2].bytesPerSecond == 250_000)
        #expect(run.elapsed == .seconds(4))
    }

    @Test func `a body is received at a constant rate, and an attempt in vain doesn't count`() throws {
        let body = StubAnswer.data(Data(count: 1_000), headerFields: ["Content-Length": "1000"])
        let server: StubServer = [Stub("file").answers(.status(503).after(.seconds(1)), body.after(.seconds(2)))]
        let rule = RetryRule(upTo: 1, waits: .exponential(from: .seconds(1), jitter: .none), budget: nil)
        var run = Self.run(server, [.retry(rule)])
        var shown: [TransferProgress] = []
        let value = try run.load(Resource<Data>("file"), every: .seconds(1)) { shown.append($0) }
        #expect(value.count == 1_000)
        #expect(shown.map(\.received).filter { $0 > 0 } == [500, 1_000])
        #expect(shown.last?.isFinished == true)
    }

    @Test func `a load that fails reports how far it came, then throws`() throws {
        var run = Self.run([Stub(.post, "upload").answers(.failure(.connectionLost).after(.seconds(2)))])
        var shown: [TransferProgress] = []
        #expect(throws: LoadError.self) { try run.load(Self.upload, every: .seconds(1)) { shown.append($0) } }
        #expect(shown.map(\.fraction) == [nil, 0.5, 0.5])
        var steps = 0
        #expect(throws: LoadError.self) { try run.progress(of: Self.upload, every: .seconds(1)) { _ in steps += 1 } }
        #expect(steps == 2, "a loop over the steps ends with the error")
    }

    @Test func `no rate is shown before there is one, and then it isn't diluted by the wait`() throws {
        let body = StubAnswer.data(Data(count: 1_000), headerFields: ["Content-Length": "1000"])
        let server: StubServer = [Stub("file").answers(.status(503).after(.seconds(3)), body.after(.seconds(2)))]
        let rule = RetryRule(upTo: 1, waits: .exponential(from: .seconds(1), jitter: .none), budget: nil)
        var run = Self.run(server, [.retry(rule)])
        var shown: [TransferProgress] = []
        _ = try run.load(Resource<Data>("file"), every: .milliseconds(500)) { shown.append($0) }
        #expect(shown.filter { $0.received == 0 }.allSatisfy { $0.bytesPerSecond == nil }, "\(shown)")
        #expect(shown.first { $0.received > 0 }?.bytesPerSecond == 500, "\(shown)")
    }

    @Test func `a load of any length is reported a bounded number of times`() throws {
        var run = Self.run([Stub(.post, "upload").answers(.status(201).after(.seconds(31_536_000)))])
        var count = 0
        try run.load(Self.upload, every: .zero) { _ in count += 1 }
        #expect(count > 1_000 && count <= 10_001)
    }

    /// A server whose first answer is cut.
    private static func cutting(after count: Int) -> StubServer {
        let bytes = content(1_000)
        let fields: HeaderFields = ["ETag": #""1""#, "Content-Length": "1000"]
        let rest: HeaderFields = [
            "ETag": #""1""#, "Content-Range": "bytes \(count)-999/1000", "Content-Length": "\(1_000 - count)",
        ]
        return [
            Stub("file", fields: ["Range": "bytes=\(count)-"]).answers(
                .data(Data(bytes.dropFirst(count)), status: 206, headerFields: rest).after(.seconds(2))),
            Stub("file").answers(.data(bytes, headerFields: fields).cut(after: count)),
        ]
    }

    @Test func `a download resumes where it was cut, in virtual time`() throws {
        let folder = DownloadFolder()
        var run = Self.run(Self.cutting(after: 400))
        var shown: [TransferProgress] = []
        let file = try run.download(FileDownload("file"), to: .file(folder.file), every: .seconds(1)) {
            shown.append($0)
        }
        #expect(file.size == 1_000 && folder.bytes() == content(1_000) && folder.names == ["file.bin"])
        #expect(run.requests.map { $0.headerFields["Range"] } == [nil, "bytes=400-"])
        #expect(run.elapsed > .seconds(2))
        let counts = shown.map(\.received)
        #expect(counts.last == 1_000 && counts == counts.sorted() && counts.contains { 400 < $0 && $0 < 1_000 })
        #expect(shown.last?.isFinished == true)
    }

    @Test func `what an interrupted download left is used by the next one`() throws {
        let folder = DownloadFolder()
        var run = Self.run(Self.cutting(after: 400))
        var download = FileDownload("file")
        download.resumptions = 0
        #expect(throws: LoadError.self) { try run.download(download, to: .file(folder.file)) }
        #expect(folder.bytes() == nil && folder.names.count == 2)
        var steps: [TransferProgress] = []
        var file: DownloadedFile?
        try run.progress(of: download, to: .file(folder.file), every: .seconds(1)) { step in
            switch step {
            case .progress(let progress): steps.append(progress)
            case .value(let value): file = value
            }
        }
        #expect(file?.resumedFrom == 400 && folder.bytes() == content(1_000))
        #expect(steps.map(\.received) == [0, 700, 1_000])
    }

    @Test func `leaving a loop over pages requests no more of them`() throws {
        struct Enough: Error {}
        let linked: HeaderFields = ["Link": #"<list?page=2>; rel="next""#]
        var run = Self.run([Stub("list").answers(.json([1, 2], headerFields: linked), .json([3]))])
        let paged = Paged(Resource<[Int]>(json: "list"), next: .link)
        #expect(throws: Enough.self) { try run.items(of: paged) { if $0 == 2 { throw Enough() } } }
        #expect(run.requests.count == 1)
    }
}
