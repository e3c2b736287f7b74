import Foundation
import ResourcefulLab
import Testing

/// The answer of a recording to a resource.
struct ServerAnswerTests {
    private let all = Resource<[Int]>(json: "v1/numbers.json?page=2")
    private let site = "https://example.org/api/v1"

    private func exchange(
        _ url: String, _ status: Response.Status = 200, _ body: String = "[1]", method: Request.Method = .get
    ) throws -> Recording.Exchange {
        let url = try #require(URL(string: url))
        return Recording.Exchange(
            Request(url: url, method: method), .response(Response(status: status, body: Data(body.utf8))))
    }

    private func kinds(_ recording: Recording) throws -> [Sensitivity.Kind]? {
        try Resource<JSON>(url: URL(string: "v1/numbers.json?page=2").unwrapped) { (json: JSON) in json }
            .sensitivity(to: recording).members.last?.kinds
    }

    @Test func `the exchange with the request of the resource is found, with any base URL`() throws {
        let recording = Recording([
            try exchange("\(site)/numbers.json?page=1", 200, #"["a"]"#),
            try exchange("\(site)/numbers.json?page=2", 200, "[1]"),
            try exchange("\(site)/numbers.json", 200, "[true]"), try exchange("\(site)/other.json?page=2", 200, "[{}]"),
            try exchange("\(site)/numbers.json?page=2", 200, "[null]", method: .post),
        ])
        #expect(try kinds(recording) == [.number])
        #expect(try all.sensitivity(to: recording) == all.sensitivity(to: Data("[1]".utf8)))
        let absolute = Resource<[Int]>(json: try #require(URL(string: "\(site)/numbers.json?page=2")))
        #expect(try absolute.breaks(from: recording, to: recording).isEmpty)
        let elsewhere = Resource<[Int]>(json: try #require(URL(string: "https://example.com/numbers.json?page=2")))
        let error = #expect(throws: LoadError.self) { try elsewhere.sensitivity(to: recording) }
        #expect((error?.underlyingError as? RecordingMismatch)?.nearest?.contains("numbers.json?page=2") == true)
    }

    @Test func `of several answers, the last successful one counts`() throws {
        let url = "\(site)/numbers.json?page=2"
        let recording = Recording([
            try exchange(url, 503, "{}"), try exchange(url, 200, "[true]"), try exchange(url, 200, "[1]"),
            try exchange(url, 304, ""),
        ])
        #expect(try kinds(recording) == [.number])
        let failed = Recording([try exchange(url, 404, "{}"), try exchange(url, 500, "{}")])
        #expect(#expect(throws: LoadError.self) { try all.sensitivity(to: failed) }?.status == 500)
        let breaks = try all.breaks(from: Data("[1]".utf8), to: failed)
        #expect(breaks.map(\.description) == ["the body: can't be read: unexpected status"])
    }

    @Test func `an exchange without a response is explained`() throws {
        let request = Request(url: try #require(URL(string: "\(site)/numbers.json?page=2")))
        let lost = Recording([Recording.Exchange(request, .failure(TransportError(.timedOut, "too slow")))])
        #expect(throws: TransportError.self) { try all.sensitivity(to: lost) }
        let empty = Recording([Recording.Exchange(request, .withoutContent(Response(), size: 7))])
        let error = #expect(throws: LoadError.self) { try all.sensitivity(to: empty) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("7 bytes"))
        #expect(throws: LoadError.self) { try all.sensitivity(to: Recording()) }
    }

    @Test func `a secret that a recording doesn't have is no difference`() throws {
        let url = try #require(URL(string: "\(site)/numbers.json?page=2&api_key=s3cret"))
        let redacted = try Recording(parsing: Recording([try exchange(url.absoluteString)]).har)
        #expect(!"\(redacted)".contains("s3cret"))
        #expect(try Resource<[Int]>(json: url).breaks(from: redacted, to: Data("[2]".utf8)).isEmpty)
    }

    @Test func `all kinds of answers can be compared`() throws {
        let body = Data("[1]".utf8)
        let recording = Recording([try exchange("\(site)/numbers.json?page=2")])
        #expect(try all.breaks(from: body, to: Response(body: body)).isEmpty)
        #expect(try all.breaks(from: Response(body: body), to: recording).isEmpty)
        #expect(try all.breaks(from: recording, to: ServerAnswer(body: body)).isEmpty)
        #expect(try all.breaks(from: ServerAnswer(recording), to: ServerAnswer(Response(body: body))).isEmpty)
    }
}

extension URL? {
    fileprivate var unwrapped: URL { self ?? URL(filePath: "/") }
}
