import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct BodyTests {
    @Test func `bytes are a body as they are`() {
        var random = SplitMix64(seed: 8)
        for _ in 0..<100 {
            let data = Data(random.arbitraryText(upTo: 40).utf8)
            let body = Body.data(data)
            #expect(body.data == data)
            #expect(body.file == nil)
            #expect(body == Body.data(data))
            #expect(body.hashValue == Body.data(data).hashValue)
            #expect(body != Body.data(data + [0]))
        }
    }

    @Test func `the same bytes of another media type are another body`() {
        #expect(Body.data(Data("{}".utf8), mediaType: .json) != Body.data(Data("{}".utf8)))
    }

    @Test func `a file is a body that is not read`() {
        let url = URL(filePath: "/nowhere/episode.mp4")
        let body = Body.file(url, mediaType: "video/mp4")
        #expect(body.file == url)
        #expect(body.data == nil)
        #expect(body == Body.file(url, mediaType: "video/mp4"))
    }

    @Test func `the URL of no file fails the load at the request stage`() {
        let body = Body.file(URL(string: "https://example.org/film?token=s3cret")!)
        let error = Sample.refusal(of: Request(url: Sample.url, method: .put, body: body))
        #expect(
            error?.description == """
                PUT https://example.org/episodes can't be sent: a URL with the scheme https isn't a file URL
                """)
    }

    @Test func `a body prints its size and its media type alone`() {
        #expect("\(Body.data(Data([1, 2, 3])))" == "3 bytes of application/octet-stream")
        #expect("\(Body.data(Data(), mediaType: nil))" == "0 bytes")
        #expect("\(Body.form(["a": "b"]))" == "3 bytes of application/x-www-form-urlencoded")
        #expect(
            "\(Body.file(URL(filePath: "/tmp/film.mp4"), mediaType: "video/mp4"))" == "the file film.mp4 of video/mp4")
    }
}

struct ContentTypeTests {
    private static let bodies: [(Body, String?)] = [
        (.json([1]), "application/json"), (.form(["a": "b"]), "application/x-www-form-urlencoded"),
        (.data(Data()), "application/octet-stream"), (.data(Data(), mediaType: nil), nil),
        (.data(Data(), mediaType: "text/plain; charset=utf-8"), "text/plain; charset=utf-8"),
        (.file(URL(filePath: "/tmp/x"), mediaType: "image/png"), "image/png"),
    ]

    @Test func `the Content-Type follows from the body`() {
        checkEach(Self.bodies) { body, contentType in
            let sent = try Sample.sent(Request(url: Sample.url, method: .post, body: body))
            #expect(sent.headerFields["Content-Type"] == contentType, "\(body)")
            #expect(sent.body == body, "\(body)")
        }
    }

    @Test func `a Content-Type that is set stays`() {
        checkEach(Self.bodies) { body, _ in
            let fields: HeaderFields = ["content-type": "application/problem+json"]
            let sent = try Sample.sent(Request(url: Sample.url, method: .post, headerFields: fields, body: body))
            #expect(sent.headerFields == fields, "\(body)")
        }
    }

    @Test func `without a body there is no Content-Type, and the fields are sent as they are`() throws {
        let fields: HeaderFields = ["Accept": "*/*", "X": "1", "x": "2"]
        let sent = try Sample.sent(Request(url: Sample.url, headerFields: fields))
        #expect(sent.headerFields == fields)
    }
}
