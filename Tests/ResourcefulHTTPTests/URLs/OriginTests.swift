import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct OriginTests {
    private func origin(_ text: String) throws -> Origin? { Origin(try #require(URL(string: text))) }

    @Test(
        arguments: [
            ("http://example.org", "http://example.org:80"), ("HTTP://Example.ORG/a?b#c", "http://example.org:80"),
            ("https://example.org:443/", "https://example.org:443"),
            ("https://example.org:/", "https://example.org:443"),
            ("http://example.org:443/", "http://example.org:443"),
            ("https://u:p@example.org/", "https://example.org:443"),
            ("https://[::1]:8080/x", "https://[::1]:8080"), ("https://[2001:DB8::1]/", "https://[2001:db8::1]:443"),
        ])
    func `an origin is the scheme, the host and the port of a URL`(url: String, printed: String) throws {
        #expect(try origin(url)?.description == printed)
    }

    @Test(arguments: ["ftp://example.org/", "/episodes", "http:///x", "https:x", "mailto:a@b", "file:///x"])
    func `a URL that is not http or https, or has no host, has no origin`(url: String) throws {
        #expect(try origin(url) == nil)
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
}
