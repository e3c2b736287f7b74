import Foundation
import ResourcefulCore
import ResourcefulDownloads
import ResourcefulLoading
import ResourcefulTesting
import Testing

/// Whatever is found beside the place of a file, the file is right in the end.
struct PartialStateTests {
    private static let body = content(3_000)
    private static let url = URL(string: "https://example.org/file")!
    private static var download: FileDownload {
        var download = FileDownload(url: url)
        download.waits = .constant(.zero)
        return download
    }
    private static let right = DownloadRecord(
        target: DownloadRecord.target(of: Request(url: url)), validator: #""1""#, length: 3_000)

    /// Puts a partial file and a record there, and fetches; what was asked for first, and what came.
    private func outcome(
        partial: Data?, record: Data?, digest: ContentDigest? = nil, server: FileServer = FileServer(body)
    ) async throws -> (range: String?, file: DownloadedFile, bytes: Data?) {
        let folder = DownloadFolder()
        if let partial { try folder.write(partial, to: ".file.bin.partial") }
        if let record { try folder.write(record, to: ".file.bin.partial-record") }
        var download = Self.download
        download.digest = digest
        let file = try await server.webservice.download(download, to: .file(folder.file))
        #expect(folder.names == ["file.bin"])
        return (server.ranges[0], file, folder.bytes())
    }

    @Test func `with a right record the rest is asked for, whatever there is of the file`() async throws {
        for count in [0, 1, 1_500, 2_999, 3_000] {
            let found = try await outcome(partial: Self.body.prefix(count), record: Self.right.encoded)
            #expect(found.bytes == Self.body && found.file.resumedFrom == count)
            #expect(found.range == (count == 0 ? nil : "bytes=\(count)-"))
        }
        let none = try await outcome(partial: nil, record: Self.right.encoded)
        #expect(none.range == nil && none.bytes == Self.body)
    }

    @Test func `a download that starts over on the way has nothing of what was there`() async throws {
        let other = Response(headerFields: ["ETag": #""2""#], body: content(2_000, seed: 9))
        let server = FileServer(Self.body, ["ETag": #""1""#], [.breakOff(after: 100), .answer(other)])
        let found = try await outcome(partial: Self.body.prefix(1_500), record: Self.right.encoded, server: server)
        #expect(found.bytes == other.body && found.file.resumedFrom == 0)
        #expect(server.ranges == ["bytes=1500-", "bytes=1600-"])
    }

    @Test func `a file longer than its record says is thrown away`() async throws {
        let found = try await outcome(partial: Self.body + [1], record: Self.right.encoded)
        #expect(found.range == nil && found.bytes == Self.body)
    }

    @Test func `with a record cut off at any byte, and with none, all is asked for`() async throws {
        let encoded = Self.right.encoded
        let lengths = stride(from: 0, to: encoded.count, by: 7).map { $0 } + [encoded.count - 1]
        for length in lengths {
            #expect(DownloadRecord(encoded.prefix(length)) == nil)
        }
        for record in [nil, Data(), encoded.prefix(40), encoded.dropLast(), Data("{}".utf8), content(200_000)] {
            let found = try await outcome(partial: Self.body.prefix(1_500), record: record)
            #expect(found.range == nil && found.bytes == Self.body && found.file.resumedFrom == 0)
        }
    }

    @Test func `a record that is not true of the server leads to the whole`() async throws {
        var other = Self.right
        other.validator = #""2""#
        #expect(try await outcome(partial: content(1_500, seed: 9), record: other.encoded).bytes == Self.body)
        other = Self.right
        other.length = 2_000
        #expect(try await outcome(partial: content(1_500, seed: 9), record: other.encoded).bytes == Self.body)
        #expect(try await outcome(partial: content(2_000, seed: 9), record: other.encoded).bytes == Self.body)
        other = Self.right
        other.validator = "\"1\"\r\nX-Injected: 1"
        let refused = try await outcome(partial: content(1_500, seed: 9), record: other.encoded)
        #expect(refused.bytes == Self.body && refused.range == nil)
        other = DownloadRecord(target: "another", validator: #""1""#, length: 3_000)
        let found = try await outcome(partial: content(1_500, seed: 9), record: other.encoded)
        #expect(found.bytes == Self.body && found.range == nil)
        other = Self.right
        other.validator = nil
        #expect(try await outcome(partial: content(1_500, seed: 9), record: other.encoded).range == nil)
        other = Self.right
        other.length = nil
        #expect(try await outcome(partial: Self.body.prefix(700), record: other.encoded).range == "bytes=700-")
    }

    @Test func `damaged bytes are found by the checksum, and everything is downloaded again`() async throws {
        var damaged = Self.body.prefix(1_500)
        damaged[700] ^= 1
        let digest = try #require(ContentDigest(.sha256, bytes: SHA256.digest(of: Self.body)))
        let found = try await outcome(partial: damaged, record: Self.right.encoded, digest: digest)
        #expect(found.bytes == Self.body && found.range == "bytes=1500-" && found.file.resumedFrom == 0)
        // So when the checksum is only in the record.
        var record = Self.right
        record.digest = digest.description
        #expect(try await outcome(partial: damaged, record: record.encoded).bytes == Self.body)
        // A checksum in the record that is itself damaged costs one more transfer.
        record.digest = "sha-256:" + String(repeating: "0", count: 64)
        let server = FileServer(Self.body)
        #expect(
            try await outcome(partial: Self.body.prefix(9), record: record.encoded, server: server).bytes == Self.body)
        #expect(server.ranges == ["bytes=9-", nil])
    }

    @Test func `what bears the name of a partial file and is none is not touched`() async throws {
        let (folder, other) = (DownloadFolder(), DownloadFolder())
        try other.write(Data("precious".utf8), to: "file.bin")
        try folder.write(Data(), to: "x")
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: ".file.bin.partial"), withDestinationURL: other.file)
        let error = await #expect(throws: LoadError.self) {
            try await FileServer(Self.body).webservice.download(Self.download, to: .file(folder.file))
        }
        #expect(error?.stage == .request && other.bytes() == Data("precious".utf8))
    }

    @Test func `a partial file that is at its place already, under its other name, is not written again`() async throws
    {
        let folder = DownloadFolder()
        try folder.write(Self.body, to: "old.bin")
        try FileManager.default.linkItem(
            at: folder.url.appending(path: "old.bin"), to: folder.url.appending(path: ".file.bin.partial"))
        try folder.write(Self.right.encoded, to: ".file.bin.partial-record")
        let new = content(2_000, seed: 5)
        _ = try await FileServer(new, ["ETag": #""2""#]).webservice.download(Self.download, to: .file(folder.file))
        #expect(folder.bytes() == new && folder.bytes("old.bin") == Self.body)
    }

    /// Only the superuser can make such a file; others see nothing of this test.
    @Test(.enabled(if: geteuid() == 0)) func `what another user has put there is not believed`() async throws {
        let folder = DownloadFolder()
        try folder.write(content(1_500, seed: 9), to: ".file.bin.partial")
        try folder.write(Self.right.encoded, to: ".file.bin.partial-record")
        let path = folder.url.path + "/.file.bin.partial"
        #expect(chown(path, 4_321, 4_321) == 0)
        _ = try await FileServer(Self.body).webservice.download(Self.download, to: .file(folder.file))
        #expect(folder.bytes() == Self.body)
        #expect(chown(path, geteuid(), getegid()) == 0 && chown(path + "-record", 4_321, 4_321) == 0)
        let server = FileServer(Self.body)
        _ = try await server.webservice.download(Self.download, to: .file(folder.file))
        #expect(folder.bytes() == Self.body && server.ranges == [nil] && folder.names == ["file.bin"])
    }

    /// The server's file changes now and then, connections break off anywhere, and whoever fetches gives up now and
    /// then and begins again.
    @Test func `a file is always one that the server had, byte for byte, and little is fetched twice`() async throws {
        var numbers = SplitMix64(seed: 42)
        for round in 0..<100 {
            let folder = DownloadFolder()
            var versions = [content(Int.random(in: 0...5_000, using: &numbers), seed: UInt64(round))]
            let server = FileServer(
                Response(headerFields: ["ETag": #""0""#], body: versions[0]),
                pieceSize: Int.random(in: 1...2_000, using: &numbers))
            var download = Self.download
            download.resumptions = Int.random(in: 0...2, using: &numbers)
            var file: DownloadedFile?
            while file == nil {
                if Int.random(in: 0..<6, using: &numbers) == 0 {
                    versions.append(content(Int.random(in: 0...5_000, using: &numbers), seed: numbers.next()))
                    server.file = Response(headerFields: ["ETag": "\"\(versions.count)\""], body: versions.last!)
                }
                server.turns = (0..<Int.random(in: 0...3, using: &numbers)).map { _ in
                    .breakOff(after: Int.random(in: 0...5_000, using: &numbers))
                }
                do {
                    file = try await server.webservice.download(download, to: .file(folder.file))
                } catch let error as LoadError {
                    #expect(error.stage == .transport)
                }
                #expect(folder.bytes().map { $0 == versions.last } ?? true)
            }
            #expect(folder.bytes() == versions.last, "round \(round)")
            #expect(folder.names == ["file.bin"])
        }
    }
}
