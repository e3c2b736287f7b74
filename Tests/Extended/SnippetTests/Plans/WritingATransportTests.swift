import Foundation
import Resourceful
import ResourcefulProgress
import ResourcefulTesting
import Synchronization
import Testing

// The snippets of "Writing a transport", word for word, compiled and run.

/// Serves the files of a folder, and saves the content of PUT requests.
struct FolderTransport: Transport {
    let folder: URL
    var maximumBodySize = 100 << 20

    func send(_ request: Request) async throws -> Response {
        try await within(request.timeout) {
            let (stream, limit) = (try await open(request), maximumBodySize)
            return try await stream.collected(for: request, upTo: limit)
        }
    }

    func stream(_ request: Request) async throws -> ResponseStream {
        try await within(request.timeout) { try await open(request) }
    }

    private func open(_ request: Request) async throws -> ResponseStream {
        try Task.checkCancellation()
        let name = request.url.lastPathComponent
        guard !name.hasPrefix("."), !name.contains("/")
        else { return Self.empty(404) }
        let file = folder.appending(path: name)
        switch request.method {
        case .get: return try read(file)
        case .put: return try await write(request.body, to: file)
        default: return Self.empty(405)
        }
    }

    private static func empty(_ status: Response.Status) -> ResponseStream {
        ResponseStream(Response(status: status), body: .init(Data()))
    }
}

extension FolderTransport {
    private func read(_ file: URL) throws -> ResponseStream {
        guard let handle = try? FileHandle(forReadingFrom: file)
        else { return Self.empty(404) }
        var head = Response()
        head.headerFields["Content-Length"] = "\(try handle.seekToEnd())"
        try handle.seek(toOffset: 0)
        let body = ResponseStream.Pieces {
            try Task.checkCancellation()
            let piece = try handle.read(upToCount: 1 << 16)
            return piece?.isEmpty == false ? piece : nil
        }
        return ResponseStream(head, body: body)
    }
}

extension FolderTransport {
    private func write(
        _ body: Body?, to file: URL
    ) async throws -> ResponseStream {
        var content = Data()
        if let pieces = try body?.pieces() {
            try await withTaskCancellationHandler {
                for try await piece in pieces { content.append(piece) }
            } onCancel: {
                pieces.cancel()
            }
        }
        do {
            try content.write(to: file, options: .atomic)
        } catch {
            throw TransportError(.other, "the file can't be written: \(error)")
        }
        return Self.empty(201)
    }
}

private extension Transport {
    /// Runs work for as long as a request allows.
    func within<Value: Sendable>(
        _ limit: Duration?,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let limit else { return try await work() }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await work() }
            group.addTask {
                try await Task.sleep(for: limit)
                throw TransportError(.timedOut, "no answer within \(limit)")
            }
            guard let value = try await group.next()
            else { throw CancellationError() }
            return value
        }
    }
}

/// Content that never arrives.
private let silence = Body.stream(AsyncStream<Data> { _ in })

@Suite(.permit) struct WritingATransportTests {
    private let api = URL(string: "https://files.example.org/")!

    /// Runs a check with a transport over a new folder.
    private func with(
        _ limit: Int = 1_000_000, check: (FolderTransport, Webservice) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "transport-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let transport = FolderTransport(folder: folder, maximumBodySize: limit)
        try await check(transport, Webservice(baseURL: api, transport: transport))
    }

    private func put(_ name: String, _ body: Body) -> Resource<Void> {
        Resource<Void>(Request("{name}", ["name": name]).method(.put).body(body))
    }

    private func kind(of error: LoadError?) -> TransportError.Kind? {
        #expect(error?.stage == .transport)
        return (error?.underlyingError as? TransportError)?.kind
    }

    @Test func `GET returns what PUT has saved, for each kind of body`() async throws {
        try await with { transport, webservice in
            let list = Resource<[Int]>(json: "list.json")
            try await webservice.load(put("list.json", .json([1, 2])))
            #expect(try await webservice.load(list) == [1, 2])

            let error = await #expect(throws: LoadError.self) {
                try await webservice.load(Resource<[Int]>(json: "missing.json"))
            }
            #expect(error?.status == 404)
            for path in ["..%2Flist.json", ".%2Flist.json", ".hidden", ""] {
                let outside = Resource<Data>(url: try #require(URL(string: "https://files.example.org/\(path)")))
                let error = await #expect(throws: LoadError.self) { try await webservice.load(outside) }
                #expect(error?.status == 404, "\(path)")
            }

            let pieces = AsyncStream<Data> { continuation in
                for text in ["[3", ", 4]"] { continuation.yield(Data(text.utf8)) }
                continuation.finish()
            }
            try await webservice.load(put("list.json", .stream(pieces)))
            #expect(try await webservice.load(list) == [3, 4])
            try await webservice.load(put("list.json", .file(transport.folder.appending(path: "list.json"))))
            #expect(try await webservice.load(list) == [3, 4])
        }
    }

    @Test func `a body that can't be read fails at the request stage`() async throws {
        try await with { transport, webservice in
            let missing = Body.file(transport.folder.appending(path: "missing"))
            let error = await #expect(throws: LoadError.self) { try await webservice.load(put("a", missing)) }
            #expect(error?.stage == .request && error?.underlyingError is RequestError)
        }
    }

    @Test func `a large body is read in pieces, up to a limit`() async throws {
        try await with { transport, webservice in
            let size = 300_000
            try Data(count: size).write(to: transport.folder.appending(path: "film"))
            let stream = try await transport.stream(Request(url: api.appending(path: "film")))
            var sizes: [Int] = []
            for try await piece in stream.body { sizes.append(piece.count) }
            #expect(sizes.count == 5 && sizes.reduce(0, +) == size)

            let film = Resource<Data>(Request("film"))
            #expect(try await webservice.load(film).count == size)
            let error = await #expect(throws: LoadError.self) {
                try await webservice.load(film.maximumBodySize(1_000))
            }
            #expect(kind(of: error) == .tooLarge)
        }
        try await with(1_000) { transport, webservice in
            try Data(count: 2_000).write(to: transport.folder.appending(path: "film"))
            let error = await #expect(throws: LoadError.self) {
                try await webservice.load(Resource<Data>(Request("film")))
            }
            #expect(kind(of: error) == .tooLarge)
        }
    }

    @Test func `a request ends at its timeout, or when its task is canceled`() async throws {
        try await with { _, webservice in
            let stuck = put("a", silence)
            let error = await #expect(throws: LoadError.self) {
                try await webservice.load(stuck.timeout(.milliseconds(20)))
            }
            #expect(kind(of: error) == .timedOut)

            let task = Task { try await webservice.load(put("b", .stream(AsyncStream<Data> { _ in }))) }
            try await Task.sleep(for: .milliseconds(20))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func `progress is reported even if the transport doesn't count bytes`() async throws {
        try await with { transport, webservice in
            try Data(count: 200_000).write(to: transport.folder.appending(path: "film"))
            let progress = Mutex<[Int]>([])
            _ = try await webservice.load(Resource<Data>(Request("film")), every: .zero) { told in
                progress.withLock { $0.append(told.received) }
            }
            #expect(progress.withLock { $0.last } == 200_000)
        }
    }
}
