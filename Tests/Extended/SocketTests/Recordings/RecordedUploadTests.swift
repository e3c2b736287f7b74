import Foundation
import ResourcefulTesting
import Testing

/// What a recording knows of content that is not in memory: files and streams.
@Suite(.permit) struct RecordedUploadTests {
    private final class TemporaryFile {
        let url: URL

        init(_ content: Data) throws {
            url = URL(filePath: "/tmp/resourceful-upload-\(UInt64.random(in: 0 ... .max))")
            try content.write(to: url)
        }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private static let url = URL(string: "https://example.org/media")!

    private static func request(_ body: Body?, _ type: MediaType = .json) -> Request {
        Request(url: url, method: .put, headerFields: ["Content-Type": type.rawValue], body: body)
    }

    /// The recording of an upload, read back from its archive.
    private static func recorded(_ request: Request) throws -> Recording {
        try Recording(parsing: Recording([Recording.Exchange(request, .response(Response(status: 201)))]).har)
    }

    /// What a server says to the bytes of an upload.
    private static func served(_ recording: Recording, _ content: Data, _ type: MediaType = .json) throws -> String {
        let client = try LoopbackServerClient(holding: LoopbackServer(replaying: recording))
        client.send(
            "PUT /media HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nContent-Length: \(content.count)\r\n\r\n")
        client.send(content)
        let answer = try client.readAnswer()
        return answer.head.hasPrefix("HTTP/1.1 201 ") ? "" : answer.body
    }

    private static func mismatch(_ recording: Recording, _ body: Body?) -> String? {
        do {
            _ = try Replay(recording).response(to: request(body))
            return nil
        } catch { return "\(error)" }
    }

    @Test(arguments: [10, 100_000]) func `the content of a file counts, short or long`(size: Int) throws {
        let text = { (password: String, end: String) in
            Data(#"{"password":"\#(password)","text":"\#(String(repeating: "a", count: size))\#(end)"}"#.utf8)
        }
        let (file, same) = (try TemporaryFile(text("hunter2", "1")), try TemporaryFile(text("another one", "1")))
        let other = try TemporaryFile(text("hunter2", "2"))
        let upload = Self.request(.file(file.url, mediaType: .json))
        let whole = Recording([Recording.Exchange(upload, .response(Response(status: 201)))])
        #expect(!String(decoding: whole.har, as: UTF8.self).contains("hunter2"))
        #expect(whole.har.count < 70_000)
        for recording in [whole, try Self.recorded(upload)] {
            for body in [Body.file(file.url, mediaType: .json), .file(same.url), .data(text("x", "1"))] {
                #expect(Self.mismatch(recording, body) == nil)
            }
            for body in [Body.file(other.url), .data(text("x", "2")), .data(Data("a".utf8))] {
                #expect(Self.mismatch(recording, body)?.contains("  body") == true, "\(body)")
            }
            #expect(Self.mismatch(recording, nil)?.contains("asked for no body") == true)
            #expect(try Self.served(recording, text("another one", "1")) == "")
            #expect(try Self.served(recording, text("another one", "2")).contains("has no answer to PUT"))
        }
        // What is read is written again as it was.
        let read = try Self.recorded(upload)
        #expect(try Recording(parsing: read.har).exchanges == read.exchanges)
    }

    @Test func `bytes that are no text, and of no media type, are compared`() throws {
        for size in [3, 70_000] {
            let content = Data(repeating: 0xFF, count: size)
            let file = try TemporaryFile(content)
            let recording = try Self.recorded(
                Request(url: Self.url, method: .put, body: .file(file.url, mediaType: nil)))
            #expect(try Self.served(recording, content, "image/png") == "")
            #expect(try Self.served(recording, content + [0], "image/png").contains("body"))
        }
    }

    @Test func `in the archive an upload says what it was`() throws {
        let (short, long) = (try TemporaryFile(Data("[1]".utf8)), try TemporaryFile(Data(repeating: 0, count: 65_537)))
        let posted = try [short, long].map { file in
            let upload = Self.request(.file(file.url, mediaType: .json))
            let har = Recording([Recording.Exchange(upload, .response(Response()))]).har
            return try JSON(parsing: har)["log"].entries[0].request.postData
        }
        #expect(try posted[0].text.string == "[1]" && !posted[0]["_unread"].exists)
        #expect(try posted[1].text.string.isEmpty && posted[1]["_unread"].size.int == 65_537)
        // By sha256sum, of as many zeros.
        #expect(
            try posted[1]["_unread"].sha256.string
                == "3266304f31be278d06c3bd3eb9aa3e00c59bedec0a890de466568b0b90b0e01f")
        for (posted, file) in zip(posted, [short, long]) {
            #expect(try posted.comment.string == "the file \(file.url.lastPathComponent) of application/json")
        }
    }

    @Test func `a stream is known to have been one, and any content fits but none`() async throws {
        let pieces = [Data("a".utf8), Data("b".utf8)]
        let stream = {
            Body.stream(
                AsyncStream { continuation in
                    for piece in pieces { continuation.yield(piece) }
                    continuation.finish()
                }, mediaType: .json)
        }
        let gone = URL(filePath: "/tmp/resourceful-\(UInt64.random(in: 0 ... .max))")
        for body in [stream(), .file(gone, mediaType: .json)] {
            let recording = try Self.recorded(Self.request(body))
            #expect(try Self.served(recording, Data("ab".utf8)) == "")
            #expect(Self.mismatch(recording, stream()) == nil)
            #expect(Self.mismatch(recording, nil)?.contains("recorded a file or a stream, asked for no body") == true)
            #expect(try Recording(parsing: recording.har).exchanges == recording.exchanges)
        }
        let recording = try Self.recorded(Self.request(.data(Data("ab".utf8), mediaType: .json)))
        #expect(Self.mismatch(recording, stream()) == nil)
        #expect(Self.mismatch(try Self.recorded(Self.request(nil)), stream())?.contains("recorded no body") == true)
    }
}
