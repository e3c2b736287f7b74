import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct MultipartTests {
    private static let boundaries: [Body.Boundary] = ["b", "--", "a b", "'()+_,-./:=?", "resourceful-boundary"]

    @Test func `parts are written as the RFC says`() throws {
        let sent = try Sample.sent(
            Request(
                url: Sample.url, method: .post,
                body: .multipart(
                    [
                        .text("Ein Beispiel", name: "title"),
                        .data(Data("x,y".utf8), name: "table", fileName: "a.csv", mediaType: "text/csv"),
                        .data(Data([0, 255]), name: "raw", mediaType: nil),
                    ], boundary: "cut")))
        #expect(sent.headerFields["Content-Type"] == "multipart/form-data; boundary=cut")
        let expected = """
            --cut
            Content-Disposition: form-data; name="title"
            Content-Type: text/plain; charset=utf-8

            Ein Beispiel
            --cut
            Content-Disposition: form-data; name="table"; filename="a.csv"
            Content-Type: text/csv

            x,y
            --cut
            Content-Disposition: form-data; name="raw"


            """
        let bytes = Data(expected.replacing("\n", with: "\r\n").utf8) + Data([0, 255]) + Data("\r\n--cut--\r\n".utf8)
        #expect(try content(of: sent) == bytes)
    }

    @Test func `what is built is what is parsed, whatever the names and the contents are`() throws {
        var random = SplitMix64(seed: 77)
        for _ in 0..<Effort.rounds(1_000) {
            let parts = (0..<Int.random(in: 0...4, using: &random)).map { _ in random.arbitraryPart() }
            let boundary = Self.boundaries.randomElement(using: &random)
            let request = Request(
                url: Sample.url, method: .post,
                body: .multipart(parts.map(\.part), boundary: Bool.random(using: &random) ? boundary : nil))
            guard let sent = try? Sample.sent(request) else {
                // The boundary was in a content: that is found, and only then.
                #expect(parts.contains { String(decoding: $0.content, as: UTF8.self).contains("--") })
                continue
            }
            let type = try #require(sent.headerFields["Content-Type"])
            let read = try MultipartParser.parts(of: content(of: sent), contentType: type)
            #expect(read == parts.map(\.parsed))
        }
    }

    @Test func `a name never escapes its place`() {
        let cases: [String] = [
            "\"; filename=\"x", "a\"\r\nX: 1\r\n\r\nsmuggled\r\n--cut", "\0", "../../etc/passwd", "%00", "\u{202E}",
        ]
        checkEach(cases) { name in
            let part = Body.Part.data(Data("content".utf8), name: name, fileName: name)
            let sent = try Sample.sent(
                Request(url: Sample.url, method: .post, body: .multipart([part], boundary: "cut")))
            let read = try MultipartParser.parts(
                of: content(of: sent), contentType: "multipart/form-data; boundary=cut")
            #expect(read.count == 1, "\(name)")
            #expect(read.first?.name == name && read.first?.fileName == name, "\(name)")
            #expect(read.first?.fields.map(\.name) == ["Content-Disposition", "Content-Type"], "\(name)")
            #expect(read.first?.content == Data("content".utf8), "\(name)")
        }
    }

    @Test func `the boundary is drawn by the plan, and the same run draws the same one`() throws {
        let body = Body.multipart([.text("a", name: "b")])
        let request = Request(url: Sample.url, method: .post, body: body)
        let types = try (0..<2).map { _ in try #require(try Sample.sent(request).headerFields["Content-Type"]) }
        #expect(types[0] == types[1])
        #expect(types[0].hasPrefix("multipart/form-data; boundary=resourceful-"))
        #expect(types[0].count == "multipart/form-data; boundary=resourceful-".count + 32)
        var run = DryRun { _ in Response() }
        for _ in 0..<2 { _ = try run.load(Plan.send(request)) }
        #expect(run.requests[0].headerFields["Content-Type"] != run.requests[1].headerFields["Content-Type"])
        #expect(body == Body.multipart([.text("a", name: "b")]))
    }

    @Test func `a policy sees the boundary, and a request that is sent again keeps it`() throws {
        var tries = 0
        var run = DryRun(policies: [.retry(upTo: 2)]) { _ in
            tries += 1
            return Response(status: tries < 3 ? 503 : 200)
        }
        let request = Request(url: Sample.url, method: .put, body: .multipart([.text("a", name: "b")]))
        _ = try run.load(Plan.send(request))
        #expect(run.requests.count == 3)
        #expect(Set(run.requests).count == 1)
    }

    @Test(arguments: [
        (
            Body.multipart([.text("--cut", name: "a")], boundary: "cut"),
            #"the part "a": the boundary occurs in its content"#
        ),
        (
            Body.multipart([.text("x--resourceful-boundary", name: "a")], boundary: "resourceful-boundary"),
            #"the part "a": the boundary occurs in its content"#
        ),
        (
            Body.multipart([.file(URL(string: "https://example.org/x?key=1")!, name: "a")]),
            #"the part "a": a URL with the scheme https isn't a file URL"#
        ),
    ])
    func `parts that can't be sent are refused`(body: Body, reason: String) {
        let error = Sample.refusal(of: Request(url: Sample.url, method: .post, body: body))
        #expect(error?.description == "POST https://example.org/episodes can't be sent: \(reason)")
    }

    @Test func `the fields of a part are checked`() {
        var part = Body.Part.text("a", name: "b")
        part.headerFields["X-Number"] = "1"
        #expect((try? Sample.sent(Request(url: Sample.url, method: .post, body: .multipart([part])))) != nil)
        for (name, value) in [("content-type", "text/css"), ("Content-Disposition", "inline"), ("X", "a\r\nb")] {
            var part = part
            part.headerFields[HeaderFields.Name(name) ?? "X"] = value
            _ = Sample.refusal(of: Request(url: Sample.url, method: .post, body: .multipart([part])))
        }
    }

    @Test func `another kind of multipart may be named, without a boundary`() throws {
        let body = Body.multipart([.text("a", name: "b")], boundary: "a b")
        var request = Request(
            url: Sample.url, method: .post, headerFields: ["Content-Type": "multipart/mixed"], body: body)
        #expect(try Sample.sent(request).headerFields["Content-Type"] == #"multipart/mixed; boundary="a b""#)
        for type in ["text/plain", "multipart/form-data; boundary=mine"] {
            request.headerFields["Content-Type"] = type
            _ = Sample.refusal(of: request)
        }
    }

    @Test func `a body and its parts print no content`() {
        let part = Body.Part.text("s3cret", name: "password")
        #expect("\(part)" == #""password": 6 bytes"#)
        #expect("\(Body.multipart([part]))" == "1 parts of multipart/form-data")
        #expect(!String(reflecting: Body.multipart([part])).contains("s3cret"))
    }

    @Test func `boundaries are those of the grammar`() {
        for text in ["", " ", "a ", "ä", "a\"b", "a\r\nb", "a;b", String(repeating: "a", count: 71)] {
            #expect(Body.Boundary(text) == nil, "\(text)")
        }
        for text in ["a", "a b", "'()+_,-./:=?", String(repeating: "a", count: 70)] {
            #expect(Body.Boundary(text)?.rawValue == text)
        }
    }

    private func content(of request: Request) throws -> Data { try #require(try request.body?.encoded()) }
}
