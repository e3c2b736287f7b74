import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct UnsendableRequestTests {
    private func sentence(
        _ url: String, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        baseURL: String? = nil
    ) throws -> String? {
        let request = Request(
            url: try #require(URL(string: url)), method: method, headerFields: headerFields, body: body)
        return Sample.refusal(of: request, baseURL: baseURL.flatMap { URL(string: $0) })?.description
    }

    @Test func `a relative URL without a base`() throws {
        #expect(
            try sentence("/episodes.json") == """
                GET /episodes.json can't be sent: the URL is relative, and there is no baseURL to resolve it against
                """)
    }

    @Test func `a relative URL with a base that is relative itself`() throws {
        #expect(
            try sentence("/episodes.json", baseURL: "/api/") == """
                GET /episodes.json can't be sent: the URL is relative, and so is the baseURL
                """)
    }

    @Test func `a scheme that is not spoken`() {
        let cases: [String] = [
            "ftp://example.org/", "file:///etc/passwd", "mailto:a@example.org", "data:,x", "ws://example.org/",
        ]
        checkEach(cases) { url throws in
            let scheme = url.prefix { $0 != ":" }
            #expect(
                try sentence(url) == """
                    GET \(url) can't be sent: the URL's scheme is \(scheme), but only http and https are supported
                    """, "\(url)")
        }
    }

    @Test(arguments: ["http:///episodes", "https:///", "http:episodes", "https:"])
    func `a URL without a host`(url: String) throws {
        #expect(try sentence(url) == "GET \(url) can't be sent: the URL has no host")
    }

    @Test(arguments: ["user:s3cret@", "user@", ":s3cret@", "@"])
    func `a user or a password in the URL`(user: String) throws {
        #expect(
            try sentence("https://\(user)example.org/") == """
                GET https://example.org/ can't be sent: the URL contains a user or a password \
                (RFC 9110, section 4.2.4); use the Authorization field
                """)
    }

    @Test(arguments: ["Content-Length", "content-length", "Transfer-Encoding"])
    func `a field that follows from the body`(name: String) throws {
        let field = try HeaderFields.Field(#require(HeaderFields.Name(name)), "3")
        let error = Sample.refusal(of: Request(url: Sample.url, headerFields: HeaderFields([field])))
        #expect(
            error.map { $0.description.lowercased() } == """
                get https://example.org/episodes can't be sent: the field \(name.lowercased()) is derived from the \
                body and can't be set
                """)
    }

    @Test func `a TRACE with a body`() throws {
        #expect(
            try sentence("https://example.org/", method: .trace, body: .form(["a": "b"])) == """
                TRACE https://example.org/ can't be sent: a TRACE request can't have a body (RFC 9110, section 9.3.8)
                """)
        #expect(try Sample.sent(Request(url: Sample.url, method: .trace)).method == .trace)
    }

    @Test func `CONNECT`() throws {
        #expect(
            try sentence("https://example.org/", method: .connect) == """
                CONNECT https://example.org/ can't be sent: CONNECT is for tunnels, not for requests
                """)
    }

    @Test(arguments: ["HTTP://EXAMPLE.ORG/", "https://[::1]:8080/", "http://127.0.0.1", "https://example.org?q#f"])
    func `an http or https URL with a host is sent as it stands`(text: String) throws {
        let url = try #require(URL(string: text))
        #expect(try Sample.sent(Request(url: url)).url == url)
    }

    @Test func `a request is sent exactly when Foundation finds scheme, host and no user in its URL, too`() {
        var random = SplitMix64(seed: 14)
        let parts = [
            "http", "HTTPS", "ftp", "ws+http", ":", "://", "/", "//", "@", "me", "example.org", "[::1]", "?", "#", "80",
        ]
        for _ in 0..<Effort.rounds(5_000) {
            let text = (0..<Int.random(in: 1...7, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }
            guard let url = URL(string: text.joined()) else { continue }
            var run = DryRun { _ in Response() }
            let isSent = (try? run.load(Plan.send(Request(url: url)))) != nil
            let isSendable =
                ["http", "https"].contains(url.scheme?.lowercased()) && url.host()?.isEmpty == false
                && url.user() == nil && url.password() == nil
            #expect(isSent == isSendable, "\(url)")
        }
    }

    @Test func `no arbitrary text becomes a URL that is sent with more than visible ASCII in it`() throws {
        var random = SplitMix64(seed: 13)
        for _ in 0..<Effort.rounds(1_000) {
            guard let url = URL(string: "https://example.org/" + random.arbitraryText()) else { continue }
            var run = DryRun { _ in Response() }
            _ = try? run.load(Plan.send(Request(url: url)))
            for request in run.requests {
                #expect(request.url.absoluteString.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            }
        }
    }
}
