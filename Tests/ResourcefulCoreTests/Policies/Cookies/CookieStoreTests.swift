import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a policy for cookies keeps of many sites, and sends beside a request's own cookies.
struct CookieStoreTests {
    private static func get(_ url: String) -> Resource<String> {
        Resource(Request(url: URL(string: url)!)) { String(decoding: $0.body, as: UTF8.self) }
    }

    /// A run whose servers set what the query says, and answer with the cookies that they got.
    private static func run(_ policies: [Policy] = [.cookies()]) -> DryRun {
        DryRun(policies: policies) { request in
            Response(
                headerFields: request.url.query().map { ["Set-Cookie": "\($0)"] } ?? [:],
                body: Data((request.headerFields["Cookie"] ?? "none").utf8))
        }
    }

    @Test(arguments: ["=b=evil", "=b =evil", "=b\t=evil", "b=evil", "b"])
    func `no cookie goes beside one of a request's own that a server reads under the same name`(line: String) throws {
        var run = Self.run()
        let url = try #require(URL(string: "https://a.org/"))
        let jar = CookieJar().storing(
            Response(headerFields: ["Set-Cookie": "\(line)"]), to: Request(url: url), at: Date(timeIntervalSince1970: 0)
        )
        #expect(jar.cookies.count == 1)
        try run.load(Plan.addCookies(jar))
        for own in ["b=mine", "a=1; b =mine", "b\t=mine; c=3"] {
            #expect(try run.load(Self.get("https://a.org/").header("Cookie", own)) == own)
        }
    }
}
