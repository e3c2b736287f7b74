import Foundation
import ResourcefulCore
import ResourcefulDownloads
import ResourcefulLoading
import ResourcefulTesting
import Testing

/// Servers that do not know ranges, or do them wrongly: the file is right in the end, or there is a clear error.
struct OddServerTests {
    private let folder = DownloadFolder()
    private let body = content(3_000)
    private var download: FileDownload {
        var download = FileDownload(url: URL(string: "https://example.org/file")!)
        download.waits = .constant(.zero)
        return download
    }

    private func fetch(_ server: FileServer, _ change: (inout FileDownload) -> Void = { _ in }) async throws -> Data? {
        var download = download
        change(&download)
        _ = try await server.webservice.download(download, to: .file(folder.file))
        return folder.bytes()
    }

    private func part(_ first: Int, _ range: String, _ fields: HeaderFields = [:]) -> FileServer.Turn {
        var fields = fields
        fields["Content-Range"] = range
        return .answer(Response(status: 206, headerFields: fields, body: body.dropFirst(first)))
    }

    @Test func `where no strong validator names the version, it comes from its beginning`() async {
        let cases: [HeaderFields] = [
            [:], ["ETag": #"W/"1""#], ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"],
            [
                "ETag": #"W/"1""#, "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT",
                "Date": "Sun, 06 Nov 1994 09:49:37 GMT",
            ],
            ["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT"],
            ["ETag": "1"],
        ]
        await checkEach(cases) { fields async throws in
            // With a folder of its own.
            let test = Self()
            let server = FileServer(body, fields, [.breakOff(after: 1_500)])
            #expect(try await test.fetch(server) == body, "\(fields)")
            #expect(server.ranges == [nil, nil], "\(fields)")
            server.turns = [.breakOff(after: 1_500)]
            await #expect(throws: LoadError.self, "\(fields)") {
                try await test.fetch(server) { $0.resumptions = 0 }
            }
            #expect(test.folder.names == ["file.bin"], "\(fields): of no use to anybody")
        }
    }

    @Test func `a last modification is a strong validator a second later, and is sent as it came`() async throws {
        let modified = "Sunday, 06-Nov-94 08:49:37 GMT"
        let fields: HeaderFields = ["Last-Modified": modified, "Date": "Sun, 06 Nov 1994 08:49:38 GMT"]
        let server = FileServer(body, fields, [.breakOff(after: 1_500)])
        #expect(try await fetch(server) == body)
        #expect(server.ranges == [nil, "bytes=1500-"])
        #expect(server.requests.last?.headerFields["If-Range"] == modified)
    }

    @Test func `a server that says it has no ranges is not asked for any`() async throws {
        let whole = Response(headerFields: ["ETag": #""1""#, "Accept-Ranges": "none"], body: body)
        let server = FileServer(whole, [.answer(whole), .fail(.connectionLost), .answer(whole)])
        server.turns = [.breakOff(after: 100)]
        // The helper says that it has ranges, so the answer is given as it is.
        server.turns = [.answer(whole)]
        #expect(try await fetch(server) == body)
    }

    @Test func `a part that is not the one that was asked for is not used`() async {
        let cases: [(Int, String, HeaderFields)] = [
            (1_400, "bytes 1400-2999/3000", [:]), (1_500, "bytes 1500-2999/3001", [:]), (1_500, "bytes */3000", [:]),
            (1_500, "chapters 1500-2999/3000", [:]), (1_500, "bytes 1500-3000/3000", [:]), (1_500, "", [:]),
            (1_500, "bytes 1500-2999/3000", ["ETag": #""2""#]), (1_500, "bytes 1500-2999/3000", ["ETag": #"W/"1""#]),
            (1_500, "bytes 1500-2999/3000", ["Content-Encoding": "gzip"]), (0, "bytes 0-2999/3000", [:]),
        ]
        await checkEach(cases) { first, range, fields async throws in
            let server = FileServer(body)
            server.turns = [.breakOff(after: 1_500), part(first, range, fields)]
            #expect(try await Self().fetch(server) == body, "\(first), \(range), \(fields)")
            #expect(server.ranges == [nil, "bytes=1500-", nil], "\(first), \(range), \(fields)")
        }
    }

    @Test func `a part of unknown length, and one that is shorter, are gone on from`() async throws {
        let server = FileServer(body)
        let short = Response(
            status: 206, headerFields: ["Content-Range": "bytes 1500-1999/3000"], body: body[1_500..<2_000])
        server.turns = [.breakOff(after: 1_500), .answer(short), part(2_000, "bytes 2000-2999/*")]
        #expect(try await fetch(server) == body)
        #expect(server.ranges == [nil, "bytes=1500-", "bytes=2000-"])
    }

    @Test func `a 416 that knows another length, or none, starts over`() async throws {
        for range in ["bytes */2000", "bytes */*", nil] {
            let server = FileServer(body)
            let refusal = Response(status: 416, headerFields: range.map { ["Content-Range": $0] } ?? [:])
            server.turns = [.breakOff(after: 1_500), .answer(refusal)]
            #expect(try await fetch(server) == body)
            #expect(server.ranges == [nil, "bytes=1500-", nil])
        }
        // So when no length was known before.
        let server = FileServer(body, ["ETag": #""1""#, "Transfer-Encoding": "chunked"])
        let refusal = Response(status: 416, headerFields: ["Content-Range": "bytes */2000"])
        server.turns = [.breakOff(after: 1_500), .answer(refusal)]
        #expect(try await fetch(server) == body)
        #expect(server.ranges == [nil, "bytes=1500-", nil])
    }

    @Test func `a server whose body is always shorter than it says is given up`() async throws {
        let server = FileServer(Response(headerFields: ["ETag": #""1""#, "Content-Length": "4000"], body: body))
        let error = await #expect(throws: LoadError.self) { try await fetch(server) { $0.resumptions = 3 } }
        #expect((error?.underlyingError as? TransportError)?.kind == .connectionLost)
        // Each time the rest is asked for, and the server says that there is none, and no more than there was.
        #expect(server.ranges.prefix(4) == [nil, "bytes=3000-", nil, "bytes=3000-"] && server.requests.count < 9)
    }

    @Test func `a 412 starts over when a range was asked for, and is an error when not`() async throws {
        let server = FileServer(body)
        server.turns = [.breakOff(after: 1_500), .answer(Response(status: 412))]
        #expect(try await fetch(server) == body)
        for status in [412, 416, 404] as [Response.Status] {
            server.turns = [.answer(Response(status: status))]
            let error = await #expect(throws: LoadError.self) { try await fetch(server) }
            #expect(error?.stage == .status && error?.status == status)
        }
    }

    @Test func `an unrequested 206 is an error, and so is a body that is longer than declared`() async throws {
        let server = FileServer(body)
        server.turns = [part(0, "bytes 0-2999/3000")]
        var error = await #expect(throws: LoadError.self) { try await fetch(server) }
        #expect((error?.underlyingError as? TransportError)?.kind == .malformedResponse)
        server.turns = [.answer(Response(headerFields: ["Content-Length": "2999", "ETag": #""1""#], body: body))]
        error = await #expect(throws: LoadError.self) { try await fetch(server) }
        #expect((error?.underlyingError as? TransportError)?.kind == .malformedResponse)
        #expect(folder.names.isEmpty && server.requests.count == 2)
    }

    @Test func `a body shorter than it says is a lost connection`() async throws {
        let server = FileServer(body)
        let short = Response(headerFields: ["Content-Length": "3000", "ETag": #""1""#], body: body.prefix(2_000))
        server.turns = [.answer(short)]
        #expect(try await fetch(server) == body)
        #expect(server.ranges == [nil, "bytes=2000-"])
    }

    @Test func `a server that codes although it should not is asked once, and its coding left to the transport`()
        async throws
    {
        let coded = Response(
            headerFields: ["Content-Encoding": "gzip", "ETag": #""1""#], body: Gzip.compressed(body))
        let server = FileServer(body)
        server.turns = [.answer(coded)]
        #expect(try await fetch(server) == body)
        #expect(server.requests.map { $0.headerFields["Accept-Encoding"] } == ["identity"])
        server.turns = [.answer(coded)]
        #expect(try await fetch(server) { $0 = $0.header("Accept-Encoding", "Identity") } == body)
        // Whoever asks for a coding gets it.
        server.turns = [.answer(coded)]
        #expect(try await fetch(server) { $0 = $0.header("Accept-Encoding", "gzip") } == coded.body)
    }

    @Test func `a server that codes only now and then is asked for the whole again, and nothing coded is the file`()
        async throws
    {
        let coded = Response(
            headerFields: ["Content-Encoding": "gzip", "ETag": #""1""#], body: Gzip.compressed(body))
        let server = FileServer(body)
        let turns: [FileServer.Turn] = [.answer(coded, cutAfter: 900), .breakOff(after: 1_500), .answer(coded)]
        server.turns = turns
        #expect(try await fetch(server) == body)
        #expect(server.ranges == [nil, nil, "bytes=1500-", nil])
        server.turns = turns + [.answer(coded)]
        #expect(try await fetch(server) == body)
    }

    @Test func `coded bytes that were asked for are gone on from`() async throws {
        let server = FileServer(body, ["ETag": #""1""#, "Content-Encoding": "gzip"], [.breakOff(after: 1_500)])
        #expect(try await fetch(server) { $0 = $0.header("Accept-Encoding", "gzip") } == body)
        #expect(server.ranges == [nil, "bytes=1500-"])
    }

    @Test func `an overloaded server is waited for, but not one that asks for too much, nor one that was never there`()
        async throws
    {
        let server = FileServer(body)
        server.turns = [.breakOff(after: 1_500), .answer(Response(status: 503, headerFields: ["Retry-After": "0"]))]
        #expect(try await fetch(server) == body)
        #expect(server.ranges == [nil, "bytes=1500-", "bytes=1500-"])
        server.turns = [.breakOff(after: 1_500), .answer(Response(status: 503, headerFields: ["Retry-After": "999"]))]
        var error = await #expect(throws: LoadError.self) { try await fetch(server) }
        #expect(error?.status == 503)
        server.turns = [.fail(.cannotConnect)]
        error = await #expect(throws: LoadError.self) { try await fetch(server) }
        #expect((error?.underlyingError as? TransportError)?.kind == .cannotConnect)
    }

    @Test func `it gives up after a number of times without progress, and what comes in between counts`() async throws {
        let server = FileServer(body)
        server.turns = (0..<9).map { .breakOff(after: $0 % 3 == 0 ? 100 : 0) }
        #expect(try await fetch(server) { $0.resumptions = 3 } == body)
        #expect(server.requests.count == 10)
        server.turns = [.breakOff(after: 100)] + (0..<9).map { _ in .fail(.cannotConnect) }
        let error = await #expect(throws: LoadError.self) { try await fetch(server) { $0.resumptions = 3 } }
        #expect((error?.underlyingError as? TransportError)?.kind == .cannotConnect && server.requests.count == 14)
        // What begins anew each time has not come further.
        let other = FileServer(body, [:], (0..<9).map { _ in .breakOff(after: 100) })
        await #expect(throws: LoadError.self) { try await fetch(other) { $0.resumptions = 3 } }
        #expect(other.requests.count == 4)
    }

    @Test func `a page in place of the file, which is not of the right kind, does not cost what has come`() async throws
    {
        let server = FileServer(body, ["ETag": #""1""#, "Content-Type": "audio/mpeg"], [.breakOff(after: 1_500)])
        let page = Response(headerFields: ["Content-Type": "text/html"], body: Data("<p>Sign in".utf8))
        let audio = { (download: inout FileDownload) in
            download.resumptions = 0
            download = download.validating(.successfulStatus.and(.mediaType("audio/*")))
        }
        await #expect(throws: LoadError.self) { try await fetch(server, audio) }
        server.turns = [.answer(page)]
        await #expect(throws: LoadError.self) { try await fetch(server, audio) }
        #expect(try await fetch(server, audio) == body && server.ranges.last == "bytes=1500-")
    }

    /// Any of the above, one after the other.
    @Test func `whatever servers do, a file is the whole of one version, or there is none`() async throws {
        var numbers = SplitMix64(seed: 7)
        var files = 0
        for _ in 0..<150 {
            let server = FileServer(body)
            server.turns = (0..<Int.random(in: 1...6, using: &numbers)).map { _ in oddTurn(&numbers) }
            let file = try? await fetch(server) { $0.resumptions = 3 }
            #expect(file == nil || file == body)
            files += file == nil ? 0 : 1
            if files % 3 == 0 { try? FileManager.default.removeItem(at: folder.url) }
        }
        #expect(files > 50)
    }

    private func oddTurn(_ numbers: inout SplitMix64) -> FileServer.Turn {
        let place = Int.random(in: 0...3_000, using: &numbers)
        let tag = ["1", "1", "2"].randomElement(using: &numbers) ?? ""
        let fields: HeaderFields = ["ETag": "\"\(tag)\"", "Content-Range": "bytes \(place)-2999/3000"]
        return switch Int.random(in: 0..<9, using: &numbers) {
        case 0...2: .breakOff(after: place)
        case 3: .fail(.connectionLost)
        case 4: .answer(Response(status: 503))
        case 5: .answer(Response(status: 416, headerFields: ["Content-Range": "bytes */\(place)"]))
        case 6: .answer(Response(status: 412))
        case 7: .answer(Response(headerFields: ["Content-Encoding": "gzip"], body: body))
        // A part from anywhere: the right bytes for its place.
        default: .answer(Response(status: 206, headerFields: fields, body: body.dropFirst(place)))
        }
    }

    @Test func `what is not safe to repeat is not repeated`() async throws {
        let server = FileServer(body, ["ETag": #""1""#], [.breakOff(after: 100)])
        let post = FileDownload(Request(url: URL(string: "https://example.org/export")!, method: .post))
        await #expect(throws: LoadError.self) {
            try await server.webservice.download(post, to: .file(folder.file))
        }
        #expect(server.requests.count == 1 && folder.names.isEmpty)
    }
}
