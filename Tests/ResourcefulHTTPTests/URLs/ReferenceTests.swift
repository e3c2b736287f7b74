import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// RFC 3986, section 5.4: how references are resolved against `http://a/b/c/d;p?q`.
struct ReferenceTests {
    private static let base = URL(string: "http://a/b/c/d;p?q")!

    /// Section 5.4.1. `g:h` and the empty reference stand below.
    static let normal: [(String, String)] = [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"), (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"),
        ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
    ]

    /// Section 5.4.2. `http:g` stands below.
    static let abnormal: [(String, String)] = [
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
    ]

    /// What sections 5.2.2 and 5.2.4 say of other references.
    static let further: [(String, String)] = [
        ("g:h", "g:h"), ("", "http://a/b/c/d;p?q"), ("//g/../h", "http://g/h"), ("//g/a/./b/../c", "http://g/a/c"),
        ("http://g/../h", "http://g/h"), ("g//../h", "http://a/b/c/g/h"), ("/..", "http://a/"), ("a:80/x", "a:80/x"),
        ("?", "http://a/b/c/d;p?"), ("a b", "http://a/b/c/a%20b"), ("/a/b/../../..", "http://a/"),
    ]

    @Test func `a reference means what the RFC says`() throws {
        for (reference, target) in Self.normal + Self.abnormal + Self.further {
            #expect(Self.base.resolving(reference)?.absoluteString == target)
            #expect(URL(string: "http://a/b/c/d;p?q#f")?.resolving(reference)?.absoluteString == target)
            guard !reference.isEmpty else { continue }
            let response = Response(status: 201, headerFields: Self.location(reference), url: Self.base)
            #expect(response.location?.absoluteString == target)
        }
    }

    @Test(arguments: [
        ("http://h", "g", "http://h/g"), ("http://h", "/g", "http://h/g"), ("http://h", "", "http://h"),
        ("http://h?a", "../g", "http://h/g"),
    ])
    func `a base without a path has the root for it`(base: String, reference: String, target: String) {
        #expect(URL(string: base)?.resolving(reference)?.absoluteString == target)
    }

    @Test func `a Location is resolved against the URL of the request`() throws {
        for (reference, target) in Self.normal + Self.abnormal {
            var run = DryRun { request in
                request.url == Self.base ? Response(status: 302, headerFields: Self.location(reference)) : Response()
            }
            let response = try run.load(Plan.send(Request(url: Self.base)))
            #expect(response.url?.absoluteString == target, "\(reference)")
        }
    }

    @Test func `a URL with a base of its own does not need another`() throws {
        for (reference, target) in Self.normal + Self.abnormal {
            let url = try #require(URL(string: reference, relativeTo: Self.base))
            let other = URL(string: "https://example.org/elsewhere/")
            for baseURL in [nil, other] {
                let sent = try Sample.sent(Request(url: url), baseURL: baseURL)
                #expect(sent.url.absoluteString == target, "\(reference)")
                #expect(sent.url.baseURL == nil, "\(reference)")
            }
        }
    }

    @Test func `an absolute reference takes nothing from the base`() throws {
        let error = Sample.refusal(of: Request(url: try #require(URL(string: "g:h"))), baseURL: Self.base)
        #expect(error?.request.url.absoluteString == "g:h")
        let lax = Sample.refusal(of: Request(url: try #require(URL(string: "http:g"))), baseURL: Self.base)
        #expect(lax?.request.url.absoluteString == "http:g", "strictly, as the RFC says, and then there is no host")
    }

    @Test func `a relative URL with a relative base is resolved against both`() throws {
        let folder = try #require(URL(string: "/api/v1/"))
        let url = try #require(URL(string: "episodes?page=2", relativeTo: folder))
        let sent = try Sample.sent(Request(url: url), baseURL: URL(string: "https://example.org/api"))
        #expect(sent.url.absoluteString == "https://example.org/api/v1/episodes?page=2")
    }

    private static func location(_ reference: String) -> HeaderFields {
        var fields = HeaderFields()
        fields["Location"] = reference
        return fields
    }
}
