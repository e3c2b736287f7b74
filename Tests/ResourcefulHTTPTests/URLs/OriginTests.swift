import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct OriginTests {
    private func origin(_ text: String) throws -> Origin? { Origin(try #require(URL(string: text))) }

    @Test func `an origin is the scheme, the host and the port of a URL`() {
        let cases: [(String, String)] = [
            ("http://example.org", "http://example.org:80"), ("HTTP://Example.ORG/a?b#c", "http://example.org:80"),
            ("https://example.org:443/", "https://example.org:443"),
            ("https://example.org:/", "https://example.org:443"),
            ("http://example.org:443/", "http://example.org:443"),
            ("https://u:p@example.org/", "https://example.org:443"),
            ("https://[::1]:8080/x", "https://[::1]:8080"), ("https://[2001:DB8::1]/", "https://[2001:db8::1]:443"),
        ]
        checkEach(cases) { url, printed throws in #expect(try origin(url)?.description == printed, "\(url)") }
    }

    @Test func `a URL that is not http or https, or has no host, has no origin`() {
        let cases: [String] = ["ftp://example.org/", "/episodes", "http:///x", "https:x", "mailto:a@b", "file:///x"]
        checkEach(cases) { url throws in #expect(try origin(url) == nil, "\(url)") }
    }

    private static let ambiguous = [
        "loc%61lhost", "127.0.0.%31", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7F.1", "0177.0.0.1",
        "127.0.0.01", "256.0.0.1", "1.2.3.4.5", "127.0.0.1.", "example.0x", "example.1", "example..", "0", "1.2.3.4567",
    ]

    @Test func `nothing is sent to a host that programs read in different ways`() {
        checkEach(Self.ambiguous) { host throws in
            for url in ["http://\(host)/", "https://\(host):8443/x", "https://\(host.uppercased())?q"] {
                guard let url = URL(string: url) else { continue }
                #expect(Origin(url) == nil, "\(host): \(url)")
                var run = DryRun { _ in Response() }
                let error = #expect(throws: LoadError.self, "\(host)") { try run.load(Resource<Data>(url: url)) }
                #expect(error?.stage == .request && run.requests.isEmpty, "\(host)")
            }
        }
    }

    @Test func `an address of four parts, and a name with digits in it, are hosts`() {
        let cases: [String] = [
            "127.0.0.1", "0.0.0.0", "255.255.255.255", "1.example", "1e100.net", "0x.example", "example.1a", "a-1",
            "[::1]", "[fe80::1%25eth0]", "xn--bcher-kva.example",
        ]
        checkEach(cases) { host in
            let url = try #require(URL(string: "http://\(host)/"), "\(host)")
            var run = DryRun { _ in Response() }
            _ = try run.load(Resource<Data>(url: url))
            #expect(run.requests.count == 1, "\(host)")
        }
    }

    @Test func `a dot at the end makes another origin, of the same server`() throws {
        let (dotted, plain) = (try origin("https://EXAMPLE.org.:443/x"), try origin("https://example.org/"))
        #expect(dotted != plain && dotted?.host == "example.org.")
        #expect(dotted?.serverName == "example.org" && plain?.serverName == "example.org")
    }

    @Test func `an IPv6 address has one origin, and is sent in one form`() {
        let cases: [(String, String)] = [
            ("[0:0:0:0:0:0:0:1]", "[::1]"), ("[::0001]", "[::1]"), ("[2001:DB8:0:0:1:0:0:1]", "[2001:db8::1:0:0:1]"),
            ("[::FFFF:1.2.3.4]", "[::ffff:102:304]"), ("[0:0:0:0:0:ffff:102:304]", "[::ffff:102:304]"),
            ("[0::0]", "[::]"), ("[FE80:0::1%25eth0]", "[fe80::1%25eth0]"), ("[1:0:3:4:5:6:7:8]", "[1:0:3:4:5:6:7:8]"),
        ]
        checkEach(cases) { spelled, printed in
            let url = try #require(URL(string: "http://\(spelled):8080/a/b"), "\(spelled)")
            #expect(Origin(url)?.description == "http://\(printed):8080", "\(spelled)")
            #expect(try origin("http://\(printed):8080") == Origin(url), "\(spelled)")
            var run = DryRun(policies: [.cache()]) { _ in Response(headerFields: ["Cache-Control": "max-age=60"]) }
            for url in [url, try #require(URL(string: "http://\(printed):8080/a/b"), "\(spelled)")] {
                _ = try run.load(Resource<Data>(url: url))
            }
            #expect(
                run.requests.map(\.url.absoluteString) == ["http://\(printed):8080/a/b"],
                "\(spelled): the second one is cached")
        }
    }

    @Test func `an origin of a URL with a base is that of the text that is sent`() throws {
        for reference in ["//bücher.example/a", "//ü_b.example", "//_É:81", "//[0::1]:81/", "../a", "?q"] {
            let base = try #require(URL(string: "http://user@Example.org:80/x/y"))
            let url = try #require(URL(string: reference, relativeTo: base))
            let sent = URL(string: url.absoluteURL.absoluteString)
            #expect(Origin(url) == sent.flatMap { Origin($0) }, "\(reference)")
        }
    }

    @Test func `an origin has the host of the text that is sent`() {
        let cases: [(String, String)] = [
            ("http://ü_b.example", "xn--_b-wka.example"), ("http://_ü.example/", "xn--_-eha.example"),
            ("https://u@É_:81/x", "xn--_-9fa"), ("http://ａ.example", "a.example"),
            ("http://A_b.Example", "a_b.example"),
        ]
        checkEach(cases) { text, host throws in
            // Older systems don't know such URLs.
            guard let url = URL(string: text) else { return }
            #expect(Origin(url)?.host == host && url.absoluteString.lowercased().contains(host), "\(text)")
        }
    }

    @Test func `a port is at most 65535`() {
        let cases: [(String, Int?)] = [
            ("http://h:65535", 65_535), ("http://h:65536", nil), ("http://h:99999", nil), ("https://h:00443/", 443),
            ("https://h:9999999999999999999999", nil), ("http://[::1]:", 80), ("http://[::1]:0", 0),
        ]
        checkEach(cases) { text, port throws in
            guard let url = URL(string: text) else { return #expect(port == nil, "\(text)") }
            #expect(Origin(url)?.port == port, "\(text)")
            let error = thrown(LoadError.self) { try Request(url: url).checked() }
            #expect((error == nil) == (port != nil), "\(text)")
            #expect(
                error == nil || "\(String(describing: error?.underlyingError))".contains("the port is more than 65535"),
                "\(text)")
        }
    }

    @Test func `what is in brackets and no address is no host`() {
        checkEach(["[::g]", "[1:2:3]", "[::1::2]", "[v1.x]", "[:::]", "[]"]) { host throws in
            guard let url = URL(string: "http://\(host)/") else { return }
            #expect(Origin(url) == nil, "\(host)")
            #expect(thrown(LoadError.self) { try Request(url: url).checked() } != nil, "\(host)")
        }
    }

    @Test func `origins are the same when scheme, host and port are`() throws {
        let same = ["https://example.org", "https://EXAMPLE.org:443/other", "HTTPS://example.org?x"]
        let others = [
            "http://example.org", "https://example.org:444", "https://www.example.org", "https://example.com",
        ]
        let first = try origin(same[0])
        for url in same { #expect(try origin(url) == first) }
        for url in others { #expect(try origin(url) != first) }
    }

    @Test func `a host outside of ASCII has one origin, however it is spelled`() {
        let cases: [String] = [
            "http://bücher.example/", "http://BÜCHER.example", "http://xn--bcher-kva.example:80/a",
            "HTTP://XN--BCHER-KVA.example/", "http://b\u{FC}cher\u{3002}example/",
        ]
        checkEach(cases) { text in
            let origin = Origin(try #require(URL(string: text), "\(text)"))
            #expect(origin == Origin(URL(string: "http://xn--bcher-kva.example")!), "\(text)")
            #expect(origin?.description == "http://xn--bcher-kva.example:80", "\(text)")
            var parts = URLComponents()
            (parts.scheme, parts.host) = ("http", "bücher.example")
            #expect(parts.url.flatMap { Origin($0) } == origin, "\(text)")
            // The escapes of its bytes are another spelling, which programs read in different ways: it is none.
            #expect(Origin(try #require(URL(string: "http://b%C3%BCcher.example/"), "\(text)")) == nil, "\(text)")
        }
    }
}
