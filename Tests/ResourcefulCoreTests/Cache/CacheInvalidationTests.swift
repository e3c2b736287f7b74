import ResourcefulCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct CacheInvalidationTests {
    private func urls(
        _ method: Request.Method, _ status: Response.Status, _ fields: HeaderFields = [:], caching: Caching = .standard
    ) -> [String] {
        CacheInvalidation.keys(
            of: Response(status: status, headerFields: fields), to: Exchanges.request(method: method),
            caching: caching
        ).filter(\.qualifier.isEmpty).map(\.url)
    }

    @Test func `what is not safe and succeeds invalidates its target`() {
        for method in [Request.Method.post, .put, .delete, .patch, "PURGE", "MADE-UP"] {
            for status in [200, 201, 204, 301, 303] as [Response.Status] {
                #expect(urls(method, status) == ["https://example.org/episodes"], "\(method) \(status)")
            }
            for status in [400, 404, 412, 500, 503] as [Response.Status] { #expect(urls(method, status) == []) }
        }
        for method in [Request.Method.get, .head, .options, .trace, .query] { #expect(urls(method, 200) == []) }
    }

    @Test func `so are the URLs that it names, of the same origin`() {
        let cases: [(String, String?)] = [
            ("/a", "https://example.org/a"), ("b?c", "https://example.org/b?c"),
            ("https://example.org:443/a#f", "https://example.org/a"),
            ("https://example.com/a", nil), ("http://example.org/a", nil), ("https://example.org:8443/a", nil),
            ("", nil),
            ("HTTPS://EXAMPLE.org/A", "https://example.org/A"), ("//example.org/x", "https://example.org/x"),
        ]
        for (text, url) in cases {
            for name in ["Location", "Content-Location"] as [HeaderFields.Name] {
                var fields = HeaderFields()
                fields[name] = text
                #expect(
                    urls(.post, 201, fields) == ["https://example.org/episodes"] + (url.map { [$0] } ?? []), "\(text)")
            }
        }
    }

    @Test func `they are found by what is stored, whatever part of the query makes no difference`() throws {
        let settings = [
            Caching.standard, Caching(ignoresQueryOrder: true),
            Caching(ignoresQueryOrder: true, ignoredQueryItems: ["t"]),
        ]
        for caching in settings {
            let named = CacheInvalidation.keys(
                of: Response(status: 201, headerFields: ["Location": "/a?c=1&t=2&b=1"]),
                to: Exchanges.request(method: .put), caching: caching)
            let get = Request(url: try #require(URL(string: "https://example.org/a?c=1&t=2&b=1")))
            let key = try #require(CacheKey(get, caching: caching))
            let read = [key] + CacheInvalidation.keys(under: key, caching: caching)
            #expect(!Set(named).isDisjoint(with: read))
            let other = CacheKey(url: "https://example.org/b")
            #expect(Set(named).isDisjoint(with: [other] + CacheInvalidation.keys(under: other, caching: caching)))
        }
    }

    @Test func `an exchange that is cached itself changes nothing`() {
        #expect(urls(.post, 200, caching: Caching(lifetime: .seconds(5))) == [])
        #expect(urls(.put, 200, caching: Caching(lifetime: .seconds(5))) == ["https://example.org/episodes"])
    }
}
