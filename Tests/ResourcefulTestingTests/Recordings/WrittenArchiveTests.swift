import Foundation
import ResourcefulTesting
import TestSupport
import Testing

/// The archive of every kind of exchange, `Tests/Recordings/kinds.har`, which `Tests/Recordings/check` has other
/// programs read.
struct WrittenArchiveTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Recordings/kinds.har").standardized

    private static let bodies: [Body?] = [
        nil, .json(["a": [1, nil], "ü": "→"]), .form(["a": "b c", "d": "&=ü"]), .data(Data([0xFF, 0, 1])),
        .data(Data("text\r\n".utf8), mediaType: .plainText), .data(Data(), mediaType: .json), .json([1]).gzipped(),
        .multipart([.text("ü", name: "a"), .text("b", name: "a b", mediaType: nil)], boundary: "b"),
        .multipart([.text("hunter2secret", name: "password"), .text("kept", name: "q")]),
        .multipart([.text("1", name: "a"), .data(Data([0xFF, 0]), name: "f", fileName: "ü.bin")]),
        .multipart([.file(URL(filePath: "/nowhere/cover.png"), name: "cover")]),
        .multipart([.data(Data([0xFF, 0]), name: "bytes", mediaType: .octetStream)]),
        .multipart([.text("compressed", name: "a")]).gzipped(), .file(URL(filePath: "/nowhere/audio.m4a")),
    ]

    private static let answers: [Recording.Outcome] = [
        .response(Response(headerFields: ["Content-Type": "application/json"], body: Data(#"{"ü":1.50}"#.utf8))),
        .response(Response(headerFields: ["Content-Type": "image/png"], body: Data([0x89, 0xFF, 0]))),
        .response(
            Response(headerFields: ["Content-Type": "text/plain; charset=latin1"], body: Data("caf".utf8) + [0xE9])),
        .response(Response(status: 204)), .response(Response(status: 304, headerFields: ["ETag": "\"1\""])),
        .response(Response(status: 302, headerFields: ["Location": "/b?q=1", "X-A": "1", "X-A": "2"])),
        .response(Response(status: 599, headerFields: ["Content-Encoding": "gzip"], body: Data("a".utf8))),
        .failure(TransportError(.timedOut, "no answer in 60 s")), .withoutContent(Response(), size: 5_120),
    ]

    static func recording() throws -> Recording {
        let url = try #require(URL(string: "https://example.org/a?q=b%20c&q=%C3%BC&empty="))
        let requests = try bodies.map { body in
            try Request(url: url, method: body == nil ? .get : .post, headerFields: ["Accept": "*/*"], body: body)
                .checked()
        }
        let others = answers.enumerated().map { number, answer in
            (Request(url: url, method: number == 4 ? .head : .get), answer)
        }
        let all = requests.map { ($0, Recording.Outcome.response(Response(body: Data("[]".utf8)))) } + others
        return Recording(
            all.enumerated().map { number, exchange in
                Recording.Exchange(
                    exchange.0, exchange.1, date: Date(timeIntervalSince1970: 1_700_000_000 + Double(number)),
                    duration: .milliseconds(number))
            })
    }

    @Test func `what other programs read is what is written`() throws {
        // Parts without a boundary have another one in every load.
        let archive = try Self.recording().har
        guard let recorded = try? Data(contentsOf: Self.file) else {
            try archive.write(to: Self.file)
            Issue.record("\(Self.file.path) is written; run Tests/Recordings/check")
            return
        }
        #expect(archive == recorded, "remove the file to write it again, and run Tests/Recordings/check")
    }

    @Test func `parts are written as text with their boundary, without their secrets and their files`() throws {
        let entries = try JSON(parsing: Self.recording().har)["log"].entries.array
        for (entry, body) in zip(entries, Self.bodies) {
            let posted = entry.request.postData
            guard let body else {
                #expect(!posted.exists)
                continue
            }
            // Whatever is posted has text, which other programs rely on.
            let text = try posted.text.string
            guard let parts = body.shownParts else { continue }
            let type = try #require(MediaType(try posted.mimeType.string))
            let content = posted["_encoding"].exists ? try #require(Data(base64Encoded: text)) : Data(text.utf8)
            let read = try #require(Body.shownParts(of: content, mediaType: type))
            #expect(type[parameter: "boundary"] != nil && read.map(\.name) == parts.map(\.name))
            #expect(read.map(\.fileName) == parts.map(\.fileName))
            #expect(try posted.params.array.map { try $0.name.string } == parts.map(\.name))
            #expect(!text.contains("hunter2") && text.contains("kept") == parts.contains { $0.name == "q" })
        }
    }

    @Test(arguments: ["x", "\"x y\"", nil]) func `parts of another archive, without text, keep their boundary`(
        boundary: String?
    ) throws {
        let type = "multipart/form-data" + (boundary.map { "; boundary=\($0)" } ?? "")
        let entry = """
            {"request":{"method":"POST","url":"https://example.org/","headers":[{"name":"Content-Type","value":\
            \(type.debugDescription)}],"postData":{"mimeType":"multipart/form-data","params":[{"name":"a","value":"b"},\
            {"name":"f","fileName":"x.png"}]}},"response":{"status":200}}
            """
        let read = try Recording(parsing: Data(#"{"log":{"entries":[\#(entry)]}}"#.utf8))
        let asked = Request(
            url: try #require(URL(string: "https://example.org/")), method: .post,
            body: .multipart([.text("b", name: "a"), .data(Data([1]), name: "f", fileName: "x.png")]))
        for recording in [read, try Recording(parsing: read.har)] {
            #expect(try Replay(recording).response(to: asked.checked()).status == 200)
        }
        #expect(!String(decoding: read.har, as: UTF8.self).contains("[redacted]"))
    }

    @Test func `what is written answers the same requests`() throws {
        let (recording, read) = (try Self.recording(), try Recording(parsing: Self.recording().har))
        #expect(try Recording(parsing: read.har).exchanges == read.exchanges)
        let replay = Replay(read)
        for exchange in recording.exchanges { _ = try? replay.response(to: exchange.request) }
        #expect(replay.unused.isEmpty, "\(replay.unused.map(\.request))")
    }
}
