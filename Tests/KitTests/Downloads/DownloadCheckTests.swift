import Foundation
import ResourcefulCore
import ResourcefulDownloads
import ResourcefulLoading
import ResourcefulTesting
import Testing

/// What has to hold of a file: its checksum, its size, the room for it.
struct DownloadCheckTests {
    private let folder = DownloadFolder()
    private let body = content(3_000)
    private let download: FileDownload = {
        var download = FileDownload(url: URL(string: "https://example.org/file")!)
        download.waits = .constant(.zero)
        return download
    }()

    private func fetch(
        _ fields: HeaderFields, _ turns: [FileServer.Turn] = [], _ change: (inout FileDownload) -> Void = { _ in }
    ) async throws -> Data? {
        var (download, fields) = (download, fields)
        change(&download)
        fields["ETag"] = #""1""#
        _ = try await FileServer(body, fields, turns).webservice.download(download, to: .file(folder.file))
        return folder.bytes()
    }

    private func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
    private var sha256: String { base64(SHA256.digest(of: body)) }
    private var sha512: String { base64(SHA512.digest(of: body)) }

    @Test func `checksums that the server states are verified`() async throws {
        for fields in [
            ["Repr-Digest": "sha-256=:\(sha256):"], ["Repr-Digest": "md5=:AAAA:, sha-512=:\(sha512):"],
            ["Digest": "SHA-256=\(sha256)"], ["Digest": "unixsum=30637,sha-512=\(sha512)"],
            ["Content-Digest": "sha-256=:\(sha256):"],
            // What is not known, or malformed, says nothing.
            ["Repr-Digest": "md5=:AAAA:"], ["Repr-Digest": "sha-256=:AAAA:"], ["Repr-Digest": "sha-256=?"],
            ["Digest": "sha-256=!"],
        ] as [HeaderFields] {
            #expect(try await fetch(fields) == body)
        }
    }

    @Test func `content with another checksum is an error, and nothing of it is kept`() async throws {
        let wrong = base64(Array(repeating: 0, count: 32))
        for fields in [
            ["Repr-Digest": "sha-256=:\(wrong):"], ["Digest": "SHA-256=\(wrong)"],
            ["Content-Digest": "sha-256=:\(wrong):"],
        ] as [HeaderFields] {
            let error = await #expect(throws: LoadError.self) { try await fetch(fields) }
            #expect(error?.stage == .parse && error?.received == 3_000)
            #expect((error?.underlyingError as? DownloadError)?.kind == .digestMismatch)
            #expect(folder.names.isEmpty)
            #expect("\(error!)".contains("the checksum of the"), "\(error!)")
            #expect("\(error!)".contains(Hexadecimal.text(of: SHA256.digest(of: body))))
        }
    }

    @Test func `a part states the checksum of the whole, and its own`() async throws {
        let rest = base64(SHA256.digest(of: body.dropFirst(1_500)))
        for fields in [
            ["Repr-Digest": "sha-256=:\(sha256):", "Content-Digest": "sha-256=:\(rest):"], ["Content-Digest": ""],
        ] as [HeaderFields] {
            var fields = fields
            fields["Content-Range"] = "bytes 1500-2999/3000"
            let part = Response(status: 206, headerFields: fields, body: body.dropFirst(1_500))
            // Of the first, the connection is lost before its checksum can be verified.
            let first: HeaderFields = ["Repr-Digest": "sha-256=:\(sha256):", "Content-Digest": "sha-256=:\(sha256):"]
            #expect(try await fetch(first, [.breakOff(after: 1_500), .answer(part)]) == body)
        }
        let wrong = Response(
            status: 206,
            headerFields: ["Content-Range": "bytes 1500-2999/3000", "Content-Digest": "sha-256=:\(sha256):"],
            body: body.dropFirst(1_500))
        await #expect(throws: LoadError.self) { try await fetch([:], [.breakOff(after: 1_500), .answer(wrong)]) }
        #expect(folder.names == ["file.bin"], "the one from before")
    }

    @Test func `the checksum of a resumed download covers all its bytes`() async throws {
        let digits = Hexadecimal.text(of: SHA512.digest(of: body))
        for cut in [1, 64, 1_000, 2_999] {
            await #expect(throws: LoadError.self) {
                try await fetch([:], [.breakOff(after: cut)]) { $0.resumptions = 0 }
            }
            var checked = download
            checked.digest = try .sha512(digits.uppercased())
            let file = try await FileServer(body).webservice.download(checked, to: .file(folder.file))
            #expect(folder.bytes() == body && file.resumedFrom == cut)
            #expect(
                try await fetch(["Repr-Digest": "sha-256=:\(sha256):"], [.breakOff(after: cut)]) {
                    $0.digest = try? .sha512(digits)
                } == body)
        }
        let wrong = String(repeating: "0", count: 128)
        let error = await #expect(throws: LoadError.self) {
            try await fetch(["Repr-Digest": "sha-256=:\(sha256):"]) { $0.digest = try? .sha512(wrong) }
        }
        #expect((error?.underlyingError as? DownloadError)?.kind == .digestMismatch)
    }

    @Test func `a checksum that is none is refused where it is written`() {
        for text in ["", "0", String(repeating: "0", count: 63), String(repeating: "g", count: 64)] {
            #expect(throws: RequestError.self) { try ContentDigest.sha256(text) }
        }
        #expect(throws: RequestError.self) { try ContentDigest.sha512(String(repeating: "0", count: 64)) }
    }

    @Test func `a file larger than it may be is refused, before a byte where the length is known`() async throws {
        let piece = Locked(0)
        for (fields, count) in [([:], 1), (["Transfer-Encoding": "chunked"], 3)] as [(HeaderFields, Int)] {
            piece.withLock { $0 = 0 }
            let server = FileServer(body, fields)
            var download = download.maximumBodySize(2_999)
            let error = await #expect(throws: LoadError.self) {
                try await server.webservice.download(download, to: .file(folder.file)) { _, _ in
                    piece.withLock { $0 += 1 }
                }
            }
            #expect((error?.underlyingError as? TransportError)?.kind == .tooLarge && folder.names.isEmpty)
            #expect(piece.withLock { $0 } == (count == 1 ? 0 : count))
            download = download.maximumBodySize(3_000)
            _ = try await server.webservice.download(download, to: .file(folder.file))
            try FileManager.default.removeItem(at: folder.file)
        }
    }

    @Test func `its size is the whole size, also when it comes in parts`() async throws {
        let cut = FileServer.Turn.breakOff(after: 1_500)
        for chunked in [[:], ["Transfer-Encoding": "chunked"]] as [HeaderFields] {
            let error = await #expect(throws: LoadError.self) {
                try await fetch(chunked, [cut]) { $0 = $0.maximumBodySize(2_000) }
            }
            #expect((error?.underlyingError as? TransportError)?.kind == .tooLarge && folder.names.isEmpty)
        }
    }

    @Test func `a file that doesn't fit on the disk is refused before its first byte`() async throws {
        let server = FileServer(
            Response(headerFields: ["ETag": #""1""#, "Content-Length": "\(1 << 60)"], body: body))
        let error = await #expect(throws: LoadError.self) {
            try await server.webservice.download(download, to: .file(folder.file))
        }
        #expect((error?.underlyingError as? DownloadError)?.kind == .noSpace)
        #expect("\(error!)".contains("\(1 << 60) more bytes are needed, but only"), "\(error!)")
        #expect(server.requests.count == 1 && folder.names.isEmpty)
    }
}
