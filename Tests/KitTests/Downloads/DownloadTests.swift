import Foundation
import ResourcefulCore
import ResourcefulDownloads
import ResourcefulLoading
import ResourcefulTesting
import Testing

/// Files that come whole, or go on where they were.
struct DownloadTests {
    private let folder = DownloadFolder()
    private let body = content(10_500)
    private let url = URL(string: "https://example.org/files/a%20file.bin?token=x")!
    private var download: FileDownload {
        var download = FileDownload(url: url)
        download.waits = .constant(.zero)
        return download
    }

    @Test func `a file is there when it is whole, and nothing is left beside it`() async throws {
        let server = FileServer(body)
        let file = try await server.webservice.download(download, to: .file(folder.file))
        #expect(file.url.path == folder.file.path && file.size == 10_500 && file.resumedFrom == 0)
        #expect(file.response.status == 200 && file.response.body.isEmpty)
        #expect(folder.names == ["file.bin"] && folder.bytes() == body)
        #expect(server.requests.map { $0.headerFields["Accept-Encoding"] } == ["identity"])
        #expect(server.ranges == [nil])
    }

    @Test func `an empty file is a file`() async throws {
        let file = try await FileServer(Data()).webservice.download(download, to: .file(folder.file))
        #expect(file.size == 0 && folder.bytes() == Data())
    }

    @Test func `a connection that is lost is gone on from, in the same call`() async throws {
        let server = FileServer(
            body, ["ETag": #""1""#], [.breakOff(after: 4_200), .breakOff(after: 5), .breakOff(after: 0)])
        let file = try await server.webservice.download(download, to: .file(folder.file))
        #expect(folder.bytes() == body && file.response.status == 206 && file.resumedFrom == 0)
        #expect(server.ranges == [nil, "bytes=4200-", "bytes=4205-", "bytes=4205-"])
        #expect(server.requests.map { $0.headerFields["If-Range"] }.dropFirst().allSatisfy { $0 == #""1""# })
    }

    @Test func `another call continues where the last one failed`() async throws {
        var impatient = download
        impatient.resumptions = 0
        let server = FileServer(body, ["ETag": #""1""#], [.breakOff(after: 4_200)])
        let error = await #expect(throws: LoadError.self) {
            try await server.webservice.download(impatient, to: .file(folder.file))
        }
        #expect(error?.stage == .transport && error?.received == 4_200)
        #expect(folder.names == [".file.bin.partial", ".file.bin.partial-record"])
        #expect(folder.bytes(".file.bin.partial") == body.prefix(4_200))
        let record = String(decoding: folder.bytes(".file.bin.partial-record") ?? Data(), as: UTF8.self)
        #expect(!record.contains("token") && !record.contains("example"))

        let file = try await server.webservice.download(impatient, to: .file(folder.file))
        #expect(file.resumedFrom == 4_200 && folder.bytes() == body && folder.names == ["file.bin"])
        #expect(server.ranges == [nil, "bytes=4200-"])
    }

    @Test func `another version is fetched from its beginning`() async throws {
        var impatient = download
        impatient.resumptions = 0
        let server = FileServer(body, ["ETag": #""1""#], [.breakOff(after: 4_200)])
        _ = try? await server.webservice.download(impatient, to: .file(folder.file))
        let other = content(7_000, seed: 2)
        server.file = Response(headerFields: ["ETag": #""2""#], body: other)
        let file = try await server.webservice.download(impatient, to: .file(folder.file))
        #expect(file.resumedFrom == 0 && folder.bytes() == other && server.ranges == [nil, "bytes=4200-"])
    }

    @Test func `what another URL has left is not gone on from`() async throws {
        var impatient = download
        impatient.resumptions = 0
        let server = FileServer(body, ["ETag": #""1""#], [.breakOff(after: 4_200)])
        _ = try? await server.webservice.download(impatient, to: .file(folder.file))
        let other = FileDownload(url: URL(string: "https://example.org/other")!)
        _ = try await server.webservice.download(other, to: .file(folder.file))
        #expect(server.ranges == [nil, nil] && folder.bytes() == body)
    }

    @Test func `what was whole but for its name is moved when the server has no more`() async throws {
        try folder.write(body, to: ".file.bin.partial")
        let record = DownloadRecord(
            target: DownloadRecord.target(of: download.request), validator: #""1""#, length: 10_500)
        try folder.write(record.encoded, to: ".file.bin.partial-record")
        let server = FileServer(body)
        let file = try await server.webservice.download(download, to: .file(folder.file))
        #expect(file.response.status == 416 && file.resumedFrom == 10_500 && folder.bytes() == body)
        #expect(server.ranges == ["bytes=10500-"])
    }

    @Test func `progress counts what is there, and says how much there will be`() async throws {
        var impatient = download
        impatient.resumptions = 0
        let server = FileServer(body, ["ETag": #""1""#], [.breakOff(after: 4_200)])
        _ = try? await server.webservice.download(impatient, to: .file(folder.file))
        let seen = Locked<[[Int?]]>([])
        _ = try await server.webservice.download(impatient, to: .file(folder.file)) { received, expected in
            seen.withLock { $0.append([received, expected]) }
        }
        #expect(seen.withLock { $0.first } == [4_200, 10_500])
        #expect(seen.withLock { $0.last } == [10_500, 10_500])
        #expect(seen.withLock { $0.count } == 8)
    }

    @Test func `a file that is there stays as it was until the new one is whole`() async throws {
        try folder.write(Data("old".utf8), to: "file.bin")
        var impatient = download
        impatient.resumptions = 0
        let server = FileServer(body, ["ETag": #""1""#], [.breakOff(after: 4_200)])
        _ = try? await server.webservice.download(impatient, to: .file(folder.file))
        #expect(folder.bytes() == Data("old".utf8))
        _ = try await server.webservice.download(impatient, to: .file(folder.file))
        #expect(folder.bytes() == body)
    }

    @Test func `a relative URL is resolved, and a custom range is refused`() async throws {
        let server = FileServer(body)
        let webservice = Webservice(baseURL: URL(string: "https://example.org/a/"), transport: server)
        _ = try await webservice.download(FileDownload(url: URL(string: "b")!), to: .file(folder.file))
        #expect(server.requests.map(\.url.absoluteString) == ["https://example.org/a/b"])
        let error = await #expect(throws: LoadError.self) {
            try await webservice.download(download.header("Range", "bytes=1-2"), to: .file(folder.file))
        }
        #expect(error?.stage == .request)
    }

    @Test func `what has come is kept when there is no place for it`() async throws {
        let taken = folder.url.appending(path: "photos")
        try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
        let server = FileServer(body, ["ETag": #""1""#, "Content-Disposition": "attachment; filename=photos"])
        let destination = FileDownload.Destination.folder(folder.url, ifTaken: .replaced)
        await #expect(throws: LoadError.self) { try await server.webservice.download(download, to: destination) }
        #expect(folder.names.count == 3)
        try FileManager.default.removeItem(at: taken)
        let file = try await server.webservice.download(download, to: destination)
        #expect(file.resumedFrom == 10_500 && folder.names == ["photos"] && folder.bytes("photos") == body)
        #expect(server.ranges == [nil, "bytes=10500-"])
    }

    @Test func `what is interrupted stays, though a file with a name that is its beginning is fetched`() async throws {
        var impatient = download
        impatient.resumptions = 0
        let (short, long) = (folder.url.appending(path: "lib.so"), folder.url.appending(path: "lib.so.2"))
        let server = FileServer(body, ["ETag": #""1""#], [.breakOff(after: 4_200)])
        _ = try? await server.webservice.download(impatient, to: .file(long))
        _ = try await server.webservice.download(impatient, to: .file(short))
        #expect(try await server.webservice.download(impatient, to: .file(long)).resumedFrom == 4_200)
    }
}
