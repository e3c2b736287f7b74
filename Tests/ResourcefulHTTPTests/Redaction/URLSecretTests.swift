import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct URLSecretTests {
    private func redacted(_ text: String) throws -> String {
        Redaction.standard.redacted(try #require(URL(string: text)))
    }

    @Test func `a user and the values of secret items are replaced`() {
        let cases: [(String, String)] = [
            ("https://me:s3cret@example.org/a", "https://example.org/a"),
            ("https://s3cret@example.org", "https://example.org"),
            ("//me:s3cret@example.org/a", "//example.org/a"),
            ("ftp://me:s3cret@example.org/a", "ftp://example.org/a"),
            ("https://example.org/?token=s3cret", "https://example.org/?token=redacted"),
            ("https://example.org?a=1&API_KEY=s3cret&b=2", "https://example.org?a=1&API_KEY=redacted&b=2"),
            ("/a?password=s3cret&next=https://example.org/", "/a?password=redacted&next=https://example.org/"),
            ("?next=http://x/&sig=s3cret", "?next=http://x/&sig=redacted"),
            ("/a?a=1;token=s3cret;b=2", "/a?a=1;token=redacted;b=2"),
            ("https://example.org/#access_token=s3cret&state=x", "https://example.org/#access_token=redacted&state=x"),
            ("https://example.org/#/a?token=s3cret", "https://example.org/#/a?token=redacted"),
            ("/a?access%5Ftoken=s3cret", "/a?access%5Ftoken=redacted"),
            ("/a?user%5Bpassword%5D=s3cret", "/a?user%5Bpassword%5D=redacted"),
            ("/a?X-Amz-Signature=s3cret&X-Amz-Date=1", "/a?X-Amz-Signature=redacted&X-Amz-Date=1"),
            ("/a?token=s3cret=s3cret", "/a?token=redacted"),
        ]
        checkEach(cases) { text, result throws in #expect(try redacted(text) == result, "\(text)") }
    }

    @Test func `everything else stays as it is`() {
        let cases: [String] = [
            "https://example.org/", "/a/b?c=d#e", "?tokens=1", "#top", "https://example.org/@handle?at=a@b", "/a@b",
            "/token=1", "?token", "?token&key", "https://example.org/a:b@c", "mailto:someone@example.org", "a//b@c",
        ]
        checkEach(cases) { text throws in #expect(try redacted(text) == text, "\(text)") }
    }

    @Test func `a URL with a base is shown whole`() throws {
        let base = try #require(URL(string: "https://me:s3cret@example.org/a/?token=s3cret"))
        let url = try #require(URL(string: "b?key=s3cret", relativeTo: base))
        #expect("\(Request(url: url))" == "GET https://example.org/a/b?key=redacted")
    }

    @Test func `a redacted URL is a URL and is not redacted further`() throws {
        var random = SplitMix64(seed: 71)
        let beginnings = [
            "https://me:s3cret@example.org", "//me:s3cret@h", "", "/", "https://", "http://[::1]", "me:s3cret@h",
        ]
        for _ in 0..<Effort.rounds(2_000) {
            let text =
                (beginnings.randomElement(using: &random) ?? "") + random.arbitraryText(upTo: 4)
                + "?\(random.arbitraryText(upTo: 3))&token=s3cret\(random.arbitraryText(upTo: 2))"
            guard let url = URL(string: text) else { continue }
            let once = Redaction.standard.redacted(url)
            let redacted = try #require(URL(string: once), "\(url) becomes \(once)")
            #expect(Redaction.standard.redacted(redacted) == once)
            if !text.hasPrefix("me:") { #expect(!once.contains("s3cret"), "\(url) becomes \(once)") }
            #expect(LoadError(stage: .request, request: Request(url: url)).request.url.absoluteString == once)
        }
    }
}
