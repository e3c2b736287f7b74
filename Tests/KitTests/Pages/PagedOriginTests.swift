import ResourcefulDiagnostics
import ResourcefulPages
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A server says where the next page is; secrets don't follow it to another origin.
struct PagedOriginTests {
    private static let url = URL(string: "https://example.org/list")!
    private static let secrets: HeaderFields = [
        "Authorization": "Bearer s3cret", "Cookie": "session=s3cret", "X-Api-Key": "s3cret", "Host": "example.org",
    ]
    private static let plain: HeaderFields = ["Accept": "*/*", "X-Note": "7"]
    /// What every page asks for, where nobody says what is accepted.
    private static let json: HeaderFields = ["Accept": "application/json"]
    private static let secretsAndJSON = secrets.merging(defaults: json)
    private static let same = [
        "/x", "?page=2", "//example.org/x", "https://example.org:443/x", "HTTPS://EXAMPLE.ORG/x",
    ]
    private static let others = [
        "http://example.org/x", "https://example.org:8443/x", "//other.example/x", "https://example.org.evil.example/",
        "https://evil.example/?https://example.org/", "http://example.org:443/x",
    ]

    /// Every way in which a page can say where the next one is: they all say the same here.
    private static let ways: [NextPage<JSON>] = [
        .link, .url(at: "next"), .url { try $0.next.exists ? URL(string: $0.next.string) : nil },
        NextPage { page, response, request in
            guard let url = try? page.next.string else { return nil }
            var request = request
            request.url = try #require(URL(string: url, relativeTo: response.url)?.absoluteURL)
            return request
        },
        asItStands,
    ]
    private static let asItStands = NextPage<JSON> { page, _, request in
        guard let url = try? page.next.string else { return nil }
        var request = request
        request.url = try #require(URL(string: url))
        return request
    }

    /// What is sent for two pages and one more, the first of them naming the second one.
    private func requests(
        _ list: Paged<Int>, naming next: String, then last: String? = nil, baseURL: URL? = nil, policies: [Policy] = []
    ) throws -> [Request] {
        var rest = [next, last].compactMap { $0 }[...]
        var run = DryRun(baseURL: baseURL, policies: policies) { _ in
            guard let target = rest.popFirst() else { return Response(body: Data(#"{"items": [2]}"#.utf8)) }
            var response = Response(body: Data(#"{"items": [1], "next": "\#(target)"}"#.utf8))
            response.headerFields["Link"] = "<\(target)>; rel=next"
            return response
        }
        _ = try run.load(list)
        return run.requests
    }

    private func list(_ way: NextPage<JSON>, _ url: URL = url, fields: HeaderFields) -> Paged<Int> {
        Paged(json: Request(url: url, headerFields: fields), items: "items", next: way)
    }

    @Test func `at the same origin all fields stay`() throws {
        for target in Self.same {
            for way in Self.ways {
                let fields = HeaderFields(Array(Self.secrets) + Array(Self.plain))
                let requests = try requests(list(way, fields: fields), naming: target)
                #expect(requests.count == 2 && requests.last?.headerFields == fields)
            }
        }
    }

    @Test func `to another origin go no secrets and no Host, and none come back`() throws {
        for target in Self.others {
            for way in Self.ways {
                let fields = HeaderFields(Array(Self.secrets) + Array(Self.plain))
                let requests = try requests(list(way, fields: fields), naming: target, then: "https://example.org/y")
                #expect(requests.count == 3)
                #expect(requests.map(\.headerFields) == [fields, Self.plain, Self.plain], "\(target)")
            }
        }
    }

    @Test func `to another origin goes no field that the request calls a secret, or whose name is one`() throws {
        var request = Request(url: Self.url, headerFields: ["X-Member": "7", "X-Session": "7", "X-Note": "7"])
        request[RequestSecrets.self] = RequestSecrets.defaultValue.adding(fields: ["X-Member"])
        let list = Paged<Int>(json: request, items: "items", next: .link)
        let requests = try requests(list, naming: "https://other.example/x")
        #expect(requests.last?.headerFields == (["X-Note": "7"] as HeaderFields).merging(defaults: Self.json))
    }

    @Test func `a relative URL has the origin of the base`() throws {
        let (base, relative) = (URL(string: "https://example.org")!, URL(string: "list")!)
        for (target, isSame) in Self.same.map({ ($0, true) }) + Self.others.map({ ($0, false) }) {
            for way in [.link, Self.asItStands] {
                let requests = try requests(list(way, relative, fields: Self.secrets), naming: target, baseURL: base)
                let expected = isSame ? Self.secretsAndJSON : Self.json
                #expect(requests.count == 2 && requests.last?.headerFields == expected, "\(target)")
            }
        }
    }

    @Test func `what is relative is meant as the URL before it: to the base, or to what was answered`() throws {
        let base = URL(string: "https://base.example/v1/")!
        for (first, expected) in [
            ("a/list", "https://base.example/v1/b/c"), ("https://example.org/a/list", "https://example.org/a/b/c"),
        ] {
            let list = list(Self.asItStands, URL(string: first)!, fields: Self.secrets)
            let requests = try requests(list, naming: "b/c", baseURL: base)
            #expect(requests.last?.url.absoluteString == expected && requests.last?.headerFields == Self.secretsAndJSON)
        }
    }

    @Test func `a redirection on the way changes nothing of whose the secrets are`() throws {
        let answer: (Request) -> Response = { request in
            switch request.url.path() {
            case "/list": Response(status: 302, headerFields: ["Location": "https://other.example/1"])
            case "/2": Response(body: Data("[2]".utf8))
            default: Response(headerFields: ["Link": "</2>; rel=next"], body: Data("[1]".utf8))
            }
        }
        let base = try #require(URL(string: "/", relativeTo: Self.url))
        for url in [Self.url, URL(string: "list")!] {
            var run = DryRun(baseURL: base.absoluteURL, answer)
            let list = Paged(Resource<[Int]>(json: url, headerFields: Self.secrets), next: .link)
            #expect(try run.load(list) == [1, 2])
            #expect(run.requests.map { $0.url.host() } == ["example.org", "other.example", "other.example"])
            #expect(run.requests.map(\.headerFields) == [Self.secretsAndJSON, Self.json, Self.json])
        }
    }

    @Test func `the policies that authenticate keep to their origin`() {
        checkEach(Self.others) { target in
            let url = Self.url
            let policies: [Policy] = [
                .basic(user: "u", password: "s3cret", for: url), .apiKey("s3cret", in: .field("X-Key"), for: url),
                .apiKey("s3cret", in: .query("k"), for: url),
                .bearer(for: url, token: Token("s3cret")) { _ in throw CancellationError() },
            ]
            for policy in policies {
                let requests = try requests(list(.link, fields: [:]), naming: target, policies: [policy])
                #expect(requests.count == 2, "\(target)")
                #expect(try requests.map { try $0.hasSecret } == [true, false], "\(target)")
            }
            for policy in policies {
                let requests = try requests(list(.link, fields: [:]), naming: "/2", policies: [policy])
                #expect(try requests.allSatisfy { try $0.hasSecret }, "\(target)")
            }
        }
    }

    @Test func `a body goes to no other origin`() throws {
        let search = Request(url: Self.url, method: .post, body: .json(["q": "card number"]))
        for (target, isSame) in Self.same.map({ ($0, true) }) + Self.others.map({ ($0, false) }) {
            for way in Self.ways {
                let list = Paged<Int>(json: search, items: "items", next: way)
                guard !isSame else {
                    let requests = try requests(list, naming: target)
                    #expect(requests.map(\.body) == [search.body, search.body])
                    continue
                }
                let error = #expect(throws: LoadError.self) { try requests(list, naming: target) }
                #expect(error?.stage == .request && error?.underlyingError as? PagingError == .bodyToOtherOrigin)
            }
        }
    }

    @Test(arguments: ["ftp://example.org/", "file:///etc/passwd", "https://user:pass@example.org/", "app://x"])
    func `a URL that isn't http or https is not sent`(target: String) throws {
        for way in Self.ways {
            let error = #expect(throws: LoadError.self) { try requests(list(way, fields: [:]), naming: target) }
            #expect(error?.stage == .request && !"\(error.map { "\($0)" } ?? "pass")".contains("pass@"))
        }
    }
}

extension Request {
    /// Whether it is anybody's: Basic hides the word.
    fileprivate var hasSecret: Bool {
        get throws {
            try headerFields.contains("Authorization") || httpMessage(revealingSecrets: true).contains("s3cret")
        }
    }
}
