import Foundation
import ResourcefulTesting
import Testing

/// The base URL of a Webservice is a folder. What references in responses mean is in ``ReferenceTests``.
struct BaseURLTests {
    /// What a request for a relative URL is sent to.
    private static func sent(_ reference: String, in base: String) throws -> String {
        let request = Request(url: try #require(URL(string: reference)))
        return try request.resolved(against: URL(string: base)).url.absoluteString
    }

    @Test func `a base URL is a folder, with or without a slash at its end`() {
        let cases: [(String, String)] = [
            ("news/latest", "https://h/api/4/news/latest"), ("./news", "https://h/api/4/news"),
            ("a/../news", "https://h/api/4/news"), ("news?a=/../b#c", "https://h/api/4/news?a=/../b#c"),
            ("?a=1", "https://h/api/4?a=1"), ("#c", "https://h/api/4#c"), (".", "https://h/api/4/"),
            ("a%2Fb", "https://h/api/4/a%2Fb"),
            ("/api/4/news", "https://h/api/4/news"), ("//h/api/4/news", "https://h/api/4/news"),
            ("https://g/x/../y", "https://g/y"), ("%2E", "https://h/api/4/%2E"),
        ]
        checkEach(cases) { reference, expected throws in
            #expect(try Self.sent(reference, in: "https://h/api/4") == expected, "\(reference)")
            if !expected.hasPrefix("https://h/api/4?"), !expected.hasPrefix("https://h/api/4#") {
                #expect(try Self.sent(reference, in: "https://h/api/4/") == expected, "\(reference)")
                #expect(try Self.sent(reference, in: "https://h/api/4?key=k#f") == expected, "\(reference)")
                #expect(
                    try Self.sent(reference, in: "https://h/api/x/../4") == expected || reference.hasPrefix("/"),
                    "\(reference)")
            }
        }
    }

    @Test func `what leads out of the base URL is an error that names both readings`() {
        let cases: [(String, String, String)] = [
            ("/news/latest", "https://h/news/latest", "https://h/api/4/news/latest"),
            ("../x", "https://h/x", "https://h/api/x"), ("../../x", "https://h/x", "https://h/x"),
            ("..", "https://h/", "https://h/api/"), ("a/../../x", "https://h/x", "https://h/api/x"),
            ("//g/x", "https://g/x", "https://h/api/4/g/x"), ("/api/4x", "https://h/api/4x", "https://h/api/4/api/4x"),
            ("/api", "https://h/api", "https://h/api/4/api"),
            ("%2e%2E/x", "https://h/api/%2e%2E/x", "https://h/api/4/%2e%2E/x"),
            ("..%2fadmin", "https://h/api/..%2fadmin", "https://h/api/4/..%2fadmin"),
            ("..%5Cadmin", "https://h/api/..%5Cadmin", "https://h/api/4/..%5Cadmin"),
        ]
        checkEach(cases) { reference, byRFC, inFolder throws in
            let error = #expect(throws: LoadError.self, "\(reference)") {
                try Self.sent(reference + "?key=s3cret", in: "https://u:p@h/api/4")
            }
            #expect(error?.stage == .request, "\(reference)")
            let text = "\(error?.underlyingError ?? CancellationError())"
            #expect(text.contains("RFC 3986 resolves it to \(byRFC);"), "\(reference)")
            #expect(text.contains("inside the folder it is \(inFolder)."), "\(reference)")
            #expect(!text.contains("s3cret") && !text.contains("u:p"), "\(reference)")
        }
    }

    @Test func `dot segments are removed from an absolute URL, as from a relative one`() {
        let cases: [(String, String)] = [
            ("http://b/../c", "http://b/c"), ("http://b/..", "http://b/"), ("http://b/a/./../c/.", "http://b/c/"),
            ("http://b//../c", "http://b/c"), ("http://b/a/../../c?q=/../x#/..", "http://b/c?q=/../x#/.."),
            ("http://b/.well-known/...", "http://b/.well-known/..."), ("http://b?/../c", "http://b?/../c"),
            ("http://b/a/%2E%2e/c/..%2F", "http://b/a/%2E%2e/c/..%2F"),
            ("http://u@b:81/a/../%C3%A4", "http://u@b:81/%C3%A4"),
        ]
        checkEach(cases) { url, expected in
            #expect(try Self.sent(url, in: "https://h/api/4") == expected, "\(url)")
            let request = Request(url: try #require(URL(string: url), "\(url)"))
            #expect(try request.resolved(against: nil).url.absoluteString == expected, "\(url)")
            // A policy may change the URL at last.
            if !url.contains("@") { #expect(try request.checked().url.absoluteString == expected, "\(url)") }
            for reference in ["?q", "news"] {
                let base = expected.prefix { $0 != "?" && $0 != "#" }
                let inside = try Self.sent(reference, in: String(url.prefix { $0 != "?" && $0 != "#" }))
                #expect(
                    inside == (reference == "news" && !base.hasSuffix("/") ? base + "/" : base) + reference, "\(url)")
            }
        }
    }

    @Test(arguments: ["%2e%2E/x", "..%2fadmin", "a/..%5C..%2Fadmin"])
    func `encoded dots that lead out of the base URL are named, instead of one URL twice`(reference: String) throws {
        let error = thrown(LoadError.self) { try Self.sent(reference + "?key=s3cret", in: "https://u:p@h/api/4/") }
        #expect(
            "\(try #require(error?.underlyingError))" == """
                the relative URL \(reference) leaves the base URL https://h/api/4/: servers may read its encoded \
                dots and slashes as those of a path. Use the full URL, or one that stays inside the base
                """)
    }

    @Test(arguments: ["", "api/", "api/4"])
    func `a value's dots are judged by where they lead, however it became a segment`(folder: String) throws {
        let values = [
            "../secret", "..\\secret", "a/../../secret", "a/../b", "../api/x", "..\\api/4/x", "%2e%2e/x", "..x", "/x",
            "./x", "../../../x", "x/..", "../api",
        ]
        for (value, start) in values.flatMap({ value in ["", "x", "x/y"].map { (value, $0) } }) {
            let slash = start.isEmpty ? "" : "/"
            let ways = [
                Request(template: start + slash + "{p}", ["p": .init(value)]),
                Request(template: start + slash + "{p*}", ["p": .init([value])]),
                Request(template: start.isEmpty ? "{p}" : start + "{/p*}", ["p": .init([value])]),
                Request(url: try #require(URL(string: start.isEmpty ? "?" : start))).path(value),
            ]
            // Where a server arrives that decodes slashes, backslashes and dots.
            var place = "\(folder)/\(start)".split(separator: "/")
            for segment in value.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where segment != "." {
                if segment == ".." { _ = place.popLast() } else { place.append(segment) }
            }
            let isInside = place.starts(with: folder.split(separator: "/"))
            for way in ways {
                let sent = try? way.resolved(against: URL(string: "https://h/\(folder)"))
                #expect((sent != nil) == isInside, "\(value) after \(start) in \(folder)")
            }
        }
    }

    @Test(arguments: ["/..%2Fapi/4/x", "/api%2F4/x", "//h/api/4%2Fx", "/x/..%2Fapi/4/x"])
    func `a URL that is inside for some servers alone is refused`(reference: String) {
        #expect(throws: LoadError.self) { try Self.sent(reference, in: "https://h/api/4") }
    }

    @Test func `URLs that are joined as text are those that RFC 3986 gives`() throws {
        for seed in 0..<20 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let parts = ["a", "b.json", ".", "..", "/", "//", "?", "#", "%2e", "\\", ":", "~", "x-1", "@", ";"]
            func text(_ count: Int) -> String {
                (0..<count).map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined()
            }
            var joined = 0
            for _ in 0..<500 {
                let ends = ["", "/", "/api", "/api/4/", "?k", "/\(text(3))", ":80/v1", "/a//b"]
                let base = "https://h" + ends[Int.random(in: 0..<ends.count, using: &random)]
                let reference = text(Int.random(in: 0...4, using: &random))
                guard let url = URL(string: reference), url.scheme == nil, let folder = URL(string: base) else {
                    continue
                }
                var root = URLText(folder)
                if !root.path.hasSuffix("/") { root.path += "/" }
                let expected = (reference.isEmpty ? folder.absoluteString : root.resolving(URLText(url)).text)
                guard let found = try? Self.sent(reference, in: base) else { continue }
                // A reference without a path belongs to the base itself.
                if !URLText(url).path.isEmpty { #expect(found == expected, "\(reference) in \(base)") }
                joined += 1
            }
            #expect(joined > 50, "\(seed)")
        }
    }

    @Test func `a base with encoded dots is a folder as well`() throws {
        #expect(try Self.sent("news", in: "https://h/v1%2E0") == "https://h/v1%2E0/news")
    }

    @Test(arguments: ["https://h", "https://h/"]) func `nothing leads out of the root`(base: String) throws {
        for (reference, expected) in [("/news", "news"), ("../news", "news"), ("news", "news"), ("a/../../b", "b")] {
            #expect(try Self.sent(reference, in: base) == "https://h/\(expected)")
        }
        #expect(throws: LoadError.self) { try Self.sent("//g/news", in: base) }
    }

    /// A stub, a dry run and a cache see the same URL as a server would.
    @Test func `a load and a dry run ask the same of a base without a slash`() async throws {
        let url = URL(string: "news")!
        let base = URL(string: "https://h/api/4")!
        let asked = Locked<[String]>([])
        let transport = StubTransport { request in
            asked.withLock { $0.append(request.url.absoluteString) }
            return Response()
        }
        _ = try await Webservice(baseURL: base, transport: transport).load(Resource(Request(url: url)) { $0 })
        #expect(asked.withLock { $0 } == ["https://h/api/4/news"])
        var run = DryRun(baseURL: base) { _ in Response() }
        _ = try run.load(Plan.send(Request(url: url)))
        #expect(run.requests.map(\.url.absoluteString) == ["https://h/api/4/news"])
    }
}
