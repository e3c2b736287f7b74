import ResourcefulCore
import Testing

@testable import ResourcefulIdentity

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The vectors of AWS's signing test suite: one key, one moment, one host.
struct AWSSignatureTests {
    private static let credentials = AWSCredentials(
        accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
    private static let moment = Date(timeIntervalSince1970: 1_440_938_160)

    private func signed(_ request: Request, by credentials: AWSCredentials = credentials) -> HeaderFields {
        AWSSignature(credentials, region: "us-east-1", service: "service").signed(request, at: Self.moment)
            .headerFields
    }

    private func request(_ target: String, _ fields: HeaderFields = [:]) throws -> Request {
        Request(url: try #require(URL(string: "https://example.amazonaws.com\(target)")), headerFields: fields)
    }

    private func authorization(_ names: String, _ signature: String) -> String {
        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
            + "SignedHeaders=\(names), Signature=\(signature)"
    }

    @Test func `the published signatures of paths and queries`() throws {
        let cases = [
            ("", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
            ("/", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
            ("/example1/example2/../..", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
            ("/./", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
            ("/./example", "ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5"),
            ("//example//", "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"),
            ("/?Param1=value1", "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"),
            ("/?Param2=value2&Param1=value1", "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
            ("/?%E1%88%B4=bar", "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"),
            (
                "/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1",
                "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac"
            ),
            (
                "/?-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz=-._~0123456789ABCDEFGHIJKLMN"
                    + "OPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
                "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"
            ),
        ]
        for (target, signature) in cases {
            let fields = signed(try request(target))
            #expect(fields["Authorization"] == authorization("host;x-amz-date", signature))
            #expect(fields["X-Amz-Date"] == "20150830T123600Z")
            #expect(fields.count == 2)
        }
    }

    @Test func `the published signatures of fields`() throws {
        let repeated: HeaderFields = ["My-Header1": "value2", "My-Header1": "value2", "My-Header1": "value1"]
        #expect(
            signed(try request("/", repeated))["Authorization"]
                == authorization(
                    "host;my-header1;x-amz-date", "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"))
        let spaced: HeaderFields = ["My-Header1": " value1", "My-Header2": "\"a   b   c\""]
        #expect(
            signed(try request("/", spaced))["Authorization"]
                == authorization(
                    "host;my-header1;my-header2;x-amz-date",
                    "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"))
    }

    @Test func `the published signature with a session token`() throws {
        var credentials = Self.credentials
        credentials.sessionToken = "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267"
        let fields = signed(try request("/"), by: credentials)
        #expect(
            fields["Authorization"]
                == authorization(
                    "host;x-amz-date;x-amz-security-token",
                    "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8"))
        #expect(fields["X-Amz-Security-Token"] == credentials.sessionToken)
    }

    @Test func `what proxies change is not signed, and an old signature is replaced`() throws {
        let fields: HeaderFields = [
            "User-Agent": "x", "Connection": "close", "authorization": "old", "X-Amzn-Trace-Id": "1", "TE": "trailers",
            "x-amz-date": "20000101T000000Z", "Expect": "100-continue",
        ]
        let vanilla = signed(try request("/"))
        let both = signed(try request("/", fields))
        #expect(both["Authorization"] == vanilla["Authorization"])
        #expect(both.values(of: "X-Amz-Date") == ["20150830T123600Z"])
    }

    @Test func `whatever is signed changes the signature`() throws {
        let body = Body.data(Data("a".utf8))
        var seen: Set<String?> = []
        let requests = [
            try request("/a"), try request("/b"), try request("/a?x=1"), try request("/a?x=2"),
            try request("/a", ["X-A": "1"]), try request("/a", ["X-A": "2"]),
            try request("/a", ["Host": "example.org"]),
            Request(url: try request("/a").url, method: .put),
            Request(url: try request("/a").url, method: .put, body: body),
            Request(url: try request("/a").url, method: .put, body: .data(Data("b".utf8))),
            Request(url: try #require(URL(string: "https://example.amazonaws.com:8443/a"))),
        ]
        for request in requests { seen.insert(signed(request)["Authorization"].map { String($0.suffix(64)) }) }
        #expect(seen.count == requests.count)
    }

    @Test func `the scheme's own port is not signed, another is`() throws {
        let plain = signed(try request("/"))["Authorization"]
        let signature = AWSSignature(Self.credentials, region: "us-east-1", service: "service")
        let own = Request(url: try #require(URL(string: "https://example.amazonaws.com:443/")))
        #expect(signed(own)["Authorization"] == plain)
        let other = Request(url: try #require(URL(string: "http://[::1]:9000/")))
        #expect(signature.canonicalRequest(other, digest: "").text.contains("\nhost:[::1]:9000\n"))
    }

    @Test func `credentials are not printed`() {
        let credentials = AWSCredentials(accessKeyID: "AKID", secretAccessKey: "hush", sessionToken: "quiet")
        let signature = AWSSignature(credentials, region: "eu-central-1", service: "s3")
        var dumped = ""
        dump([signature], to: &dumped)
        for text in ["\(credentials)", String(reflecting: credentials), "\(signature)", "\([signature])", dumped] {
            #expect(!["AKID", "hush", "quiet"].contains { text.contains($0) }, "\(text)")
        }
    }

    @Test func `no time breaks it`() {
        let cases: [Double] = [-1e300, -1e12, 0, 1e12, 1e300, .nan, .infinity]
        checkEach(cases) { seconds in
            let signature = AWSSignature(Self.credentials, region: "", service: "")
            let fields = signature.signed(try request("/"), at: Date(timeIntervalSince1970: seconds)).headerFields
            #expect(fields["X-Amz-Date"]?.count == 16, "\(seconds)")
        }
    }
}
