import ResourcefulTesting
import Testing

@testable import ResourcefulIdentity

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct SigningTests {
    private let url = URL(string: "https://api.example.org/a") ?? URL(filePath: "/")
    private var origin: Origin { get throws { try #require(Origin(url)) } }

    /// Writes into fields what it is given, so that a test sees it.
    private func telling() throws -> Policy {
        .signing(for: try origin) { request, date, nonce in
            request.header("X-Date", "\(Int((date.timeIntervalSince1970 * 10).rounded()))").header(
                "X-Nonce", "\(nonce)"
            )
            .header("X-Content", Signing.content(of: request).map { Signing.hexadecimal(Signing.sha256($0)) })
            .header("X-Type", request.headerFields["Content-Type"])
        }
    }

    @Test func `each attempt is signed again, from the request as it was`() throws {
        var run = DryRun(policies: [.steadyRetry(upTo: 2), try telling()]) { _ in Response(status: 503) }
        run.start = Date(timeIntervalSince1970: 1000)
        _ = try run.load(Plan.send(Request(url: url)))
        #expect(run.requests.map { $0.headerFields["X-Date"] } == ["10000", "10001", "10003"])
        let nonces = run.requests.compactMap { $0.headerFields["X-Nonce"] }
        #expect(Set(nonces).count == 3)
        #expect(nonces.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
        #expect(run.requests.allSatisfy { $0.headerFields.values(of: "X-Nonce").count == 1 })
    }

    @Test func `a nonce is text, in a query and in JSON`() throws {
        let nonce = Signing.Nonce(1, .max)
        let text = "0000000000000001ffffffffffffffff"
        #expect(Request("a").query("nonce", nonce).url.absoluteString == "a?nonce=\(text)")
        let twice = Request("a").query("nonce", Optional(nonce)).query(["b": nonce])
        #expect(twice.url.query() == "nonce=\(text)&b=\(text)")
        #expect(Request("a").posting(["nonce": nonce]).body?.data == Data("{\"nonce\":\"\(text)\"}".utf8))
    }

    @Test func `the time is the server's`() throws {
        let server = Date(timeIntervalSince1970: 1_800_003_600)
        var run = DryRun(policies: [.serverClock(), try telling()]) { _ in
            Response(headerFields: ["Date": HTTPDate.text(of: server) ?? ""])
        }
        run.start = Date(timeIntervalSince1970: 1_800_000_000)
        for _ in 0..<2 { _ = try run.load(Plan.send(Request(url: url))) }
        let times = run.requests.compactMap { $0.headerFields["X-Date"].flatMap { Double($0) } }
        #expect(times.count == 2 && times.first == 18_000_000_000)
        #expect(abs((times.last ?? 0) - 18_000_036_000) <= 10, "an hour later, by half a second")
    }

    @Test func `the boundary of parts is signed, and another one is refused`() throws {
        let body = Body.multipart([.text("1", name: "a")], boundary: "b")
        for (boundary, isSent) in [("b", true), ("c", false), ("b; boundary=b", false)] {
            var run = DryRun(policies: [
                .signing(for: try origin) { request, _, _ in
                    request.header("Content-Type", "multipart/form-data; boundary=\(boundary)")
                }
            ]) { _ in Response() }
            let outcome = Result { try run.load(Plan.send(Request(url: url, method: .post, body: body))) }
            #expect(((try? outcome.get()) != nil) == isSent, "\(boundary)")
        }
    }

    @Test func `other origins get nothing`() throws {
        for other in ["http://api.example.org/a", "https://api.example.org:444/a", "https://example.org/a"] {
            var run = DryRun(policies: [try telling()]) { _ in Response() }
            _ = try run.load(Plan.send(Request(url: try #require(URL(string: other)))))
            #expect(run.requests.map(\.headerFields) == [[:]], "\(other)")
        }
    }

    @Test func `what is further outside is signed, too, and the content as it is sent`() throws {
        let body = Body.form(["a": "1"])
        var run = DryRun(policies: [.changing { $0.body = body }, try telling()]) { _ in Response() }
        _ = try run.load(Plan.send(Request(url: url, method: .post)))
        let fields = try #require(run.requests.first).headerFields
        #expect(fields["X-Content"] == Signing.hexadecimal(Signing.sha256("a=1".utf8)))
        #expect(fields["X-Type"] == "application/x-www-form-urlencoded")
        #expect(fields["Content-Type"] == fields["X-Type"])
    }

    @Test func `the content is what the transport sends, or nil`() throws {
        let parts = Body.multipart([.text("1", name: "a")], boundary: "b")
        let withFile = Body.multipart([.file(URL(filePath: "/nowhere"), name: "f")], boundary: "b")
        let inMemory: [Body] = [.json(1), .form(["a": "b"]), .data(Data("x".utf8)), parts, .json([1]).gzipped()]
        for body in inMemory {
            let content = Signing.content(of: Request(url: url, method: .post, body: body))
            #expect(try content == body.encoded(), "\(body)")
        }
        #expect(Signing.content(of: Request(url: url)) == Data())
        let others: [Body] = [
            .file(URL(filePath: "/etc/hosts")), withFile, parts.gzipped(), .json(Double.nan), .file(url),
        ]
        for body in others { #expect(Signing.content(of: Request(url: url, method: .post, body: body)) == nil) }
    }

    @Test func `all that follows from the body is sent as it was signed`() throws {
        let bodies: [Body] = [
            .json(1), .json(1).gzipped(), .multipart([.text("1", name: "a")]), .data(Data(), mediaType: nil),
        ]
        for body in bodies {
            var run = DryRun(policies: [try telling()]) { _ in Response() }
            _ = try run.load(Plan.send(Request(url: url, method: .post, body: body)))
            let fields = try #require(run.requests.first).headerFields
            #expect(fields["Content-Type"] == fields["X-Type"], "\(body)")
            #expect(fields.contains("Content-Encoding") == body.description.hasSuffix("compressed"))
        }
    }

    @Test func `a request that can't be signed is not sent, and the load says why`() throws {
        let policy = Policy.signing(for: try origin) { _, _, _ in throw RequestError("there is no key") }
        var run = DryRun(policies: [.retry(upTo: 3), policy]) { _ in Response() }
        let error = #expect(throws: LoadError.self) { try run.load(Plan.send(Request(url: self.url))) }
        #expect(error?.stage == .request)
        #expect((error?.underlyingError as? RequestError)?.message == "there is no key")
        #expect(run.requests.isEmpty && run.elapsed == .zero)
    }

    @Test func `AWS: each attempt has its own time, and the session token stays with its origin`() throws {
        let credentials = AWSCredentials(accessKeyID: "AKID", secretAccessKey: "hush", sessionToken: "quiet")
        let signature = AWSSignature(credentials, region: "eu-central-1", service: "s3")
        var run = DryRun(policies: [.retry(upTo: 1), .awsSignature(signature, for: try origin)]) { request in
            request.url.path == "/a" ? Response(status: 503) : Response()
        }
        run.start = Date(timeIntervalSince1970: 1_440_938_159.95)
        _ = try run.load(Plan.send(Request(url: url)))
        _ = try run.load(Plan.send(Request(url: try #require(URL(string: "https://example.org/b")))))
        #expect(
            run.requests.map { $0.headerFields["X-Amz-Date"] } == ["20150830T123559Z", "20150830T123600Z", nil])
        #expect(run.requests.map { $0.headerFields["X-Amz-Security-Token"] } == ["quiet", "quiet", nil])
        #expect(Set(run.requests.map { $0.headerFields["Authorization"] }).count == 3)
    }
}
