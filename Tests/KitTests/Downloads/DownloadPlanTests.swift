import ResourcefulCore
import ResourcefulDownloads
import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a download decides, without a file and without a network.
struct DownloadPlanTests {
    private let body = Data("0123456789".utf8)
    private let request = Request(url: URL(string: "https://example.org/a.txt")!)
    private var record: DownloadRecord {
        DownloadRecord(target: DownloadRecord.target(of: request), validator: #""1""#, length: 10)
    }

    /// The steps as text: where it begins, the bytes, and that it is whole.
    private func received(
        _ steps: [DownloadStep]
    ) -> [String] {
        steps.map { step in
            switch step {
            case .begin(let beginning): "at \(beginning.offset) of \(beginning.expected.map(String.init) ?? "?")"
            case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
            case .whole: "whole"
            }
        }
    }

    private func response(_ fields: HeaderFields = ["ETag": #""1""#]) -> Response {
        var response = Response(headerFields: fields, body: body)
        response.headerFields.append(.init("Content-Length", checked: "10"))
        return response
    }

    @Test func `nothing is there: all of it is asked for, in the coding that it has`() throws {
        var run = DryRun { [response = response()] _ in response }
        #expect(
            try received(run.elements(of: FileDownload(request).steps(from: nil, count: 0))) == [
                "at 0 of 10", "0123456789", "whole",
            ])
        #expect(run.requests.map { $0.headerFields["Accept-Encoding"] } == ["identity"])
    }

    @Test func `a part is there: the rest of that version is asked for`() throws {
        var run = DryRun { [response = response()] in response.ranged(for: $0) }
        let steps = try run.elements(of: FileDownload(request).steps(from: record, count: 4))
        #expect(received(steps) == ["at 4 of 10", "456789", "whole"])
        #expect(run.requests.map { $0.headerFields["Range"] } == ["bytes=4-"])
        #expect(run.requests.map { $0.headerFields["If-Range"] } == [#""1""#])
    }

    @Test func `another version comes: it starts over`() throws {
        var run = DryRun { [response = response(["ETag": #""2""#])] in response.ranged(for: $0) }
        let steps = try run.elements(of: FileDownload(request).steps(from: record, count: 4))
        #expect(received(steps) == ["at 0 of 10", "0123456789", "whole"])
    }

    @Test func `all of it is there: the server says that there is no more`() throws {
        var run = DryRun { [response = response()] in response.ranged(for: $0) }
        let steps = try run.elements(of: FileDownload(request).steps(from: record, count: 10))
        #expect(received(steps) == ["at 10 of 10", "whole"])
    }

    @Test func `an overloaded server is waited for, longer each time, until there is no hope`() throws {
        var statuses: [Response.Status] = [206, 503, 503, 503]
        var download = FileDownload(request)
        download.waits = .exponential(from: .seconds(1), jitter: .none)
        download.resumptions = 2
        let whole = response()
        var run = DryRun { request in
            let status = statuses.removeFirst()
            guard status == 206 else { return Response(status: status) }
            // A short part: the server may send less than was asked for.
            return Response(
                status: 206, headerFields: ["Content-Range": "bytes 4-5/10"], body: whole.body.dropFirst(4).prefix(2))
        }
        let error = #expect(throws: LoadError.self) {
            try run.elements(of: download.steps(from: record, count: 4))
        }
        #expect(error?.status == 503)
        #expect(run.requests.map { $0.headerFields["Range"] } == ["bytes=4-", "bytes=6-", "bytes=6-", "bytes=6-"])
        #expect(run.elapsed == .seconds(3))
        #expect(run.eventLog.contains("retry: 503 Service Unavailable, resuming from byte 6 in 2 s"), "\(run.eventLog)")
    }

    @Test func `a policy sees every request, and one of its own can change it`() throws {
        var run = DryRun { [response = response()] in response.ranged(for: $0) }
        let download = FileDownload(request).applying(.headerFields(["X-A": "b"])).header("X-C", "d")
        _ = try run.elements(of: download.steps(from: record, count: 4))
        #expect(run.requests.map { $0.headerFields["X-A"] } == ["b"])
        #expect(run.requests.map { $0.headerFields["X-C"] } == ["d"])
    }

    @Test func `a record reads back, and tells whose bytes they are without saying it`() {
        var record = record
        record.name = "ä 'quoted'.txt"
        record.digest = "sha-256:00"
        #expect(DownloadRecord(record.encoded) == record)
        let target = DownloadRecord.target
        #expect(target(request) == target(request.header("X-A", "b")))
        #expect(target(request) != target(request.header("Accept-Language", "de")))
        #expect(target(request) != target(Request(url: URL(string: "https://example.org/a.txt?b")!)))
        #expect(DownloadRecord(Data(#"{"target":"x","length":-1}"#.utf8)) == nil)
        // Whoever wrote it, the name is safe.
        record.name = "../\"a\".txt."
        #expect(DownloadRecord(record.encoded)?.name == "_a_.txt")
    }
}
