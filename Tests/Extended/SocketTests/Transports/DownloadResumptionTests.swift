import Foundation
import ResourcefulDownloads
import ResourcefulTesting
import Testing

/// Downloads over sockets from a server that breaks off anywhere.
@Suite(.permit) struct DownloadResumptionTests {
    private static let body = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    private static let file = Response(headerFields: ["ETag": #""1""#], body: body)

    /// A place for a file, gone when it is no longer used.
    struct Place: ~Copyable {
        let url = URL(filePath: "/tmp/resourceful-place-\(UInt64.random(in: 0 ... .max))")
        var file: URL { url.appending(path: "file.bin") }
        var bytes: Data? { FileManager.default.contents(atPath: file.path) }
        var names: [String]? { try? FileManager.default.contentsOfDirectory(atPath: url.path) }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    /// A server that spoils each answer but the last.
    private func server(_ faults: [LoopbackServer.Fault]) throws -> LoopbackServer {
        let rest = Locked(faults[...])
        return try LoopbackServer(answering: { request in
            let fault = rest.withLock { $0.popFirst() }
            let answer = Self.file.ranged(for: request)
            return fault.map { .faulty(answer, $0) } ?? .response(answer)
        })
    }

    private var download: FileDownload {
        var download = FileDownload(url: URL(string: "x")!)
        download.waits = .constant(.zero)
        return download
    }

    @Test(arguments: Subject.overSockets)
    func `a download that is reset at a hundred random bytes is whole in the end, byte for byte`(
        subject: Subject
    ) async throws {
        var numbers = SplitMix64(seed: .random(in: 0 ... .max))
        let cuts = (0..<100).map { _ in Int.random(in: 0..<Self.body.count, using: &numbers) }
        // Each download is reset five times: sometimes it goes on by itself, sometimes in another call.
        for round in 0..<20 {
            let place = Place()
            let server = try server(cuts[round * 5..<round * 5 + 5].map { .reset(after: $0) })
            defer { server.stop() }
            var download = download
            download.resumptions = round % 2 == 0 ? 5 : 0
            var failures = 0
            while place.bytes == nil, failures < 6 {
                do {
                    _ = try await server.webservice(subject).download(download, to: .file(place.file))
                } catch let error as LoadError where error.stage == .transport {
                    failures += 1
                }
            }
            #expect(place.bytes == Self.body && place.names == ["file.bin"], "\(server.requests)")
        }
    }

    @Test func `what has come is not asked for again`() async throws {
        let place = Place()
        let server = try server([.reset(after: 100_000), .cutShort(after: 20_000), .cutShort(after: 0)])
        defer { server.stop() }
        let file = try await server.webservice(.curl).download(download, to: .file(place.file))
        #expect(place.bytes == Self.body && file.response.status == 206)
        let ranges = server.requests.map { $0.headerFields["Range"] }
        #expect(ranges == [nil, "bytes=100000-", "bytes=120000-", "bytes=120000-"])
    }

    @Test(arguments: Subject.overSockets) func `an unrequested coding of a file is decoded, at the first request`(
        subject: Subject
    ) async throws {
        let place = Place()
        let coded = Gzip.compressed(Self.body)
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Content-Encoding": "gzip", "ETag": #""1""#], body: coded)
        }
        defer { server.stop() }
        _ = try await server.webservice(subject).download(download, to: .file(place.file))
        #expect(isSame(place.bytes, Self.body))
        #expect(server.requests.map { $0.headerFields["Accept-Encoding"] } == ["identity"])
    }

    @Test(arguments: Subject.overSockets, ["zstd", "compress", "gzip, zstd"])
    func `an unrequested coding that can't be decoded is an error, and no file`(
        subject: Subject, coding: String
    ) async throws {
        let place = Place()
        let server = try LoopbackServer { _ in
            Response(headerFields: ["Content-Encoding": "\(coding)", "ETag": #""1""#], body: Self.body)
        }
        defer { server.stop() }
        let error = await #expect(throws: LoadError.self) {
            try await server.webservice(subject).download(download, to: .file(place.file))
        }
        #expect((error?.underlyingError as? TransportError)?.kind == .malformedResponse && place.names == [])
    }

    @Test(arguments: Subject.overSockets)
    func `a file that is plain at first and coded then is asked for as a whole, and is plain`(
        subject: Subject
    ) async throws {
        let place = Place()
        let coded = Response(
            headerFields: ["Content-Encoding": "gzip", "ETag": #""1""#], body: Gzip.compressed(Self.body))
        let turns = Locked<[LoopbackServer.Answer]>([
            .faulty(coded, .cutShort(after: 200)), .faulty(Self.file, .cutShort(after: 100_000)),
        ])
        let server = try LoopbackServer(answering: { _ in
            turns.withLock { $0.isEmpty ? nil : $0.removeFirst() } ?? .response(coded)
        })
        defer { server.stop() }
        _ = try await server.webservice(subject).download(download, to: .file(place.file))
        #expect(isSame(place.bytes, Self.body))
        #expect(server.requests.map { $0.headerFields["Range"] } == [nil, nil, "bytes=100000-", nil])
    }

    @Test(arguments: Subject.overSockets) func `a second part that is said to be the whole is not taken for it`(
        subject: Subject
    ) async throws {
        let place = Place()
        let isFirst = Locked(true)
        let server = try LoopbackServer(answering: { request in
            var answer = Self.file.ranged(for: request)
            answer.status = 200
            let cutsShort = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            return cutsShort ? .faulty(answer, .cutShort(after: 100_000)) : .response(answer)
        })
        defer { server.stop() }
        let file = try await server.webservice(subject).download(download, to: .file(place.file))
        #expect(isSame(place.bytes, Self.body) && file.response.headerFields["Content-Range"] == nil)
        #expect(server.requests.map { $0.headerFields["Range"] } == [nil, "bytes=100000-", nil])
    }
}
