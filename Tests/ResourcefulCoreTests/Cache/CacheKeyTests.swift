import ResourcefulCore
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct CacheKeyTests {
    private func key(_ url: String, _ caching: Caching = .standard) -> CacheKey? {
        URL(string: url).flatMap { CacheKey(Request(url: $0), caching: caching) }
    }

    @Test func `equal URLs have the same key`() {
        let cases: [(String, String)] = [
            ("https://example.org/a?b=1&c", "https://example.org/a?b=1&c"),
            ("HTTPS://Example.ORG", "https://example.org/"), ("https://example.org:443/a#f", "https://example.org/a"),
            ("http://example.org:80?x", "http://example.org/?x"),
            ("http://example.org:443/", "http://example.org:443/"), ("https://[::1]:443/A", "https://[::1]/A"),
            ("http://example.org:/a", "http://example.org/a"), ("https://example.org?", "https://example.org/?"),
            ("https://example.org/%7ea%2fb?%41=%3d", "https://example.org/~a%2Fb?A=%3D"),
            ("https://example.org/a/../b", "https://example.org/a/../b"),
            ("http://h/?a=http://x:80/", "http://h/?a=http://x:80/"), ("http://h:8080/a", "http://h:8080/a"),
            ("https://h:80/a", "https://h:80/a"), ("https://h:443/", "https://h/"), ("http://h:80", "http://h/"),
        ]
        checkEach(cases) { url, text in
            let key = try #require(self.key(url), "\(url)")
            #expect(key == CacheKey(url: text), "\(url)")
            let again = try #require(URL(string: text), "\(url)")
            #expect(CacheKey(Request(url: again)) == key, "\(url): and the normal form is its own")
            #expect(CacheSelection.url(again).contains(key, received: Exchanges.start), "\(url)")
        }
    }

    @Test func `what can't be sent has no key`() {
        let cases: [String] = [
            "ftp://example.org/", "file:///a", "/a", "https:///a", "https://u:p@example.org/", "mailto:a@b",
        ]
        for url in cases { #expect(key(url) == nil, "\(url)") }
    }

    @Test func `GET and HEAD have the same key, and no other method has one unless it is chosen`() throws {
        let get = try #require(CacheKey(Exchanges.request()))
        #expect(CacheKey(Exchanges.request(method: .head)) == get)
        let chosen = Caching(lifetime: .seconds(1))
        for method in [Request.Method.post, .query, "SEARCH"] {
            #expect(CacheKey(Exchanges.request(method: method)) == nil)
            #expect(CacheKey(Exchanges.request(method: method), caching: chosen) != nil)
            #expect(CacheKey(Exchanges.request(method: method), caching: chosen) != get)
        }
        for method in [Request.Method.put, .delete, .patch, .options, .trace, .connect] {
            #expect(CacheKey(Exchanges.request(method: method), caching: chosen) == nil, "it changes its target")
        }
        #expect(CacheKey(Exchanges.request(), caching: Caching(.never)) == nil)
    }

    @Test func `a body is a part of the key, and only one in memory can be`() throws {
        let chosen = Caching(lifetime: .seconds(1))
        let key = { (body: Body?) in CacheKey(Request(url: Exchanges.url, method: .post, body: body), caching: chosen) }
        let bodies: [Body?] = [nil, .json([1]), .json([2]), .data(Data("[1]".utf8)), .form(["a": "1"])]
        #expect(Set(bodies.compactMap(key)).count == bodies.count)
        #expect(key(.json([1])) == key(.json([1])))
        #expect(key(.file(URL(filePath: "/a"))) == nil)
        let withBody = Request(url: Exchanges.url, body: .json([1]))
        #expect(CacheKey(withBody) == nil)
        #expect(CacheKey(withBody, caching: chosen) != CacheKey(Exchanges.request(), caching: chosen))
    }

    @Test func `codings that are asked for by hand are a part of the key, since servers forget Vary`() throws {
        let keys = ["br", "gzip", "gzip, br", ""].map { CacheKey(Exchanges.request(["Accept-Encoding": "\($0)"])) }
        #expect(Set(keys + [CacheKey(Exchanges.request())]).count == 5)
        #expect(CacheKey(Exchanges.request(["Accept-Encoding": "GZIP,  br"])) == keys[2])
    }

    @Test func `the order of a query makes no difference where that is said`() {
        let any = Caching(ignoresQueryOrder: true)
        #expect(key("https://e.org/?b=2&a=1", any) == key("https://e.org/?a=1&b=2", any))
        #expect(key("https://e.org/?a=2&a=1", any) != key("https://e.org/?a=1&a=2", any), "but for items of one name")
        #expect(key("https://e.org/?b=2&a=1") != key("https://e.org/?a=1&b=2"))
        let some = Caching(ignoredQueryItems: ["utm source", "t"])
        #expect(key("https://e.org/?utm+source=x&a=1&t", some) == key("https://e.org/?a=1", some))
        #expect(key("https://e.org/?t=9", some) == key("https://e.org/", some))
        #expect(key("https://e.org/?tt=9", some) != key("https://e.org/", some))
    }

    @Test func `credentials separate users, and are not in the key`() throws {
        let names: [HeaderFields.Name] = ["Authorization", "Cookie", "Proxy-Authorization"]
        var keys: Set<CacheKey?> = [CacheKey(Exchanges.request())]
        for name in names {
            for secret in ["hunter2", "hunter3"] {
                let key = try #require(CacheKey(Exchanges.request([name: secret])))
                keys.insert(key)
                #expect(!key.description.contains("hunter"))
                #expect(key.url == Exchanges.url.absoluteString)
            }
        }
        #expect(keys.count == 7)
        let both: HeaderFields = ["Authorization": "a", "Cookie": "b"]
        let turned: HeaderFields = ["cookie": "b", "authorization": "a"]
        #expect(CacheKey(Exchanges.request(both)) == CacheKey(Exchanges.request(turned)))
        #expect(CacheKey(Exchanges.request(["Accept": "a"])) == CacheKey(Exchanges.request()))
    }

    @Test func `a named user stays the same with other credentials`() throws {
        let key = { (user: String?, token: String) in CacheKey(try Exchanges.request(of: user, token: token)) }
        #expect(try key("ada", "1") == key("ada", "2"))
        #expect(try key("ada", "1") != key("bob", "1"))
        #expect(try key(nil, "1") != key(nil, "2"))
    }

    @Test func `an API key separates users wherever it stands, and is not in the key`() throws {
        var requests: [Request] = []
        for secret in ["hunter2", "hunter3"] {
            for policy in [
                Policy.apiKey(secret, in: .query("appid"), for: Exchanges.url),
                .apiKey(secret, in: .field("X-App"), for: Exchanges.url),
            ] {
                var run = DryRun(policies: [.cache(), policy]) { _ in Response() }
                _ = try run.load(Plan.send(Request(url: Exchanges.url.appending(query: Query([("a", "1")])))))
                requests += run.requests
            }
        }
        let named = try requests.map { try #require(CacheKey($0)) }
        #expect(Set(named).count == 2, "policies say whose the key is")
        let nameless = try requests.map { try #require(CacheKey($0.option(LoadIdentity.self, LoadIdentity()))) }
        #expect(Set(nameless).count == 4)
        for key in named + nameless {
            #expect(key.url == "https://example.org/episodes?a=1")
            #expect(!key.description.contains("hunter"))
        }
        var put = requests[0]
        put.method = .put
        let urls = Set(CacheInvalidation.keys(of: Response(), to: put).map(\.url))
        #expect(urls == ["https://example.org/episodes?a=1", "https://example.org/episodes"])
    }
}
