import Foundation
import ResourcefulCore
import ResourcefulDownloads
import ResourcefulLoading
import ResourcefulTesting
import TestSupport
import Testing

/// Every answer to a request for the rest of a file: what is known of the file is compared with what the answer says.
struct ResumptionTableTests {
    private let file = ResumptionAnswer.file
    private let download: FileDownload = {
        var download = FileDownload(url: URL(string: "https://example.org/file")!)
        download.waits = .constant(.zero)
        return download
    }()

    private func server(_ answer: Response, cutAfter cut: Int? = nil) -> FileServer {
        FileServer(
            file, ["ETag": #""1""#], [.breakOff(after: ResumptionAnswer.known), .answer(answer, cutAfter: cut)])
    }

    @Test(arguments: Set(ResumptionAnswer.all.map(\.status)).sorted { $0.code < $1.code })
    func `whatever answers, the file is whole and right in the end`(status: Response.Status) async throws {
        let answers = ResumptionAnswer.all.filter { $0.status == status }
        for answer in answers.enumerated().filter({ !Effort.isReduced || $0.offset % 8 == 0 }).map(\.element) {
            let folder = DownloadFolder()
            var response = answer.response
            if answer.isChunked { response.headerFields["Transfer-Encoding"] = "chunked" }
            let server = server(response, cutAfter: answer.cut)
            do {
                _ = try await server.webservice.download(download, to: .file(folder.file))
            } catch let error as LoadError {
                // Whatever is kept of it can be gone on from.
                #expect(folder.bytes() == nil && (error.status == 404 || answer.status == 206), "\(answer): \(error)")
                _ = try await server.webservice.download(download, to: .file(folder.file))
            }
            #expect(folder.bytes() == file, "\(answer)")
            #expect(server.requests.count <= 4, "\(answer)")
        }
    }

    @Test
    func `a 200 is taken where it can be the whole, and what was asked for is asked for as a whole where it can't`()
        async
    {
        let cases: [(HeaderFields, Int, [String?])] = [
            (["ETag": #""1""#], 0, [nil, "bytes=1500-"]), (["ETag": #""2""#], 0, [nil, "bytes=1500-"]),
            ([:], 0, [nil, "bytes=1500-"]), (["Content-Range": "bytes 0-2999/3000"], 0, [nil, "bytes=1500-"]),
            // The rest, which one server or another sends with the status of the whole.
            (["ETag": #""1""#], 1_500, [nil, "bytes=1500-", nil]), ([:], 1_500, [nil, "bytes=1500-", nil]),
            (
                ["ETag": #""1""#, "Content-Range": "bytes 1500-2999/3000"], 1_500, [nil, "bytes=1500-", nil]
            ),
        ]
        await checkEach(cases) { fields, first, ranges in
            let folder = DownloadFolder()
            let server = server(Response(headerFields: fields, body: file.dropFirst(first)))
            _ = try await server.webservice.download(download, to: .file(folder.file))
            #expect(folder.bytes() == file && server.ranges == ranges, "\(fields), \(first)")
        }
    }

    @Test(
        arguments: [
            ["Content-Range": "bytes 1500-2999/3000"], ["Content-Range": "bytes 0-1499/3000"],
            ["Content-Range": "bytes 0-1499/*"], ["Content-Range": "bytes 0-2999/3000"],
            ["Content-Range": "bytes 1500-2999/3000", "Content-Encoding": "gzip"],
        ] as [HeaderFields])
    func `what says that it is a part is no file, also where no part was asked for`(
        fields: HeaderFields
    ) async throws {
        let folder = DownloadFolder()
        let server = FileServer(file.prefix(1_500), fields)
        let error = await #expect(throws: LoadError.self) {
            try await server.webservice.download(download, to: .file(folder.file))
        }
        #expect((error?.underlyingError as? TransportError)?.kind == .malformedResponse && folder.names.isEmpty)
        #expect(server.requests.count == 1)
    }

    @Test func `a range of other things than bytes says nothing of a file`() async throws {
        let folder = DownloadFolder()
        let server = FileServer(file, ["Content-Range": "items 0-9/20"])
        _ = try await server.webservice.download(download, to: .file(folder.file))
        #expect(folder.bytes() == file)
    }

    @Test func `the checksum that a version had is one that it has`() async throws {
        let digest = Data(SHA256.digest(of: file)).base64EncodedString()
        var fields: HeaderFields = ["ETag": #""1""#, "Repr-Digest": "sha-256=:\(digest):"]
        let server = FileServer(file, fields, [.breakOff(after: 1_500)])
        fields["Repr-Digest"] = nil
        server.turns.append(.answer(Response(headerFields: fields, body: content(3_000, seed: 9))))
        let folder = DownloadFolder()
        let error = await #expect(throws: LoadError.self) {
            try await server.webservice.download(download, to: .file(folder.file))
        }
        #expect((error?.underlyingError as? DownloadError)?.kind == .digestMismatch && folder.names.isEmpty)
    }

    @Test func `coded bytes are no rest of plain ones, though a coding was asked for`() async throws {
        let folder = DownloadFolder()
        let part = Response(
            status: 206, headerFields: ["Content-Range": "bytes 1500-2999/3000", "Content-Encoding": "gzip"],
            body: file.dropFirst(1_500))
        let server = server(part)
        _ = try await server.webservice.download(
            download.header("Accept-Encoding", "gzip"), to: .file(folder.file))
        #expect(folder.bytes() == file && server.ranges == [nil, "bytes=1500-", nil])
    }
}
