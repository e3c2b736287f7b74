import ResourcefulCore
import Testing

@testable import ResourcefulIdentity

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The examples of the S3 manual, "Authenticating Requests: Using the Authorization Header".
struct AWSSignatureS3Tests {
    private let signature = AWSSignature(
        AWSCredentials(
            accessKeyID: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
        region: "us-east-1", service: "s3")
    private let moment = Date(timeIntervalSince1970: 1_369_353_600)
    private let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    private func signed(
        _ target: String, _ method: Request.Method = .get, _ fields: HeaderFields = [:], _ body: Body? = nil
    ) throws -> HeaderFields {
        let url = try #require(URL(string: "https://examplebucket.s3.amazonaws.com\(target)"))
        let request = Request(url: url, method: method, headerFields: fields, body: body)
        return signature.signed(request, at: moment).headerFields
    }

    private func isSigned(_ fields: HeaderFields, _ signature: String) -> Bool {
        fields["Authorization"]?.hasSuffix("Signature=\(signature)") == true
    }

    @Test func `getting an object`() throws {
        let fields = try signed("/test.txt", .get, ["Range": "bytes=0-9"])
        #expect(
            fields["Authorization"]
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
                + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
                + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
        #expect(fields["X-Amz-Content-SHA256"] == empty)
    }

    @Test func `putting an object`() throws {
        let fields = try signed(
            "/test$file.text", .put,
            ["Date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"],
            .data(Data("Welcome to Amazon S3.".utf8), mediaType: nil))
        #expect(isSigned(fields, "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"))
    }

    @Test func `an item of the query without a value, and several out of order`() throws {
        #expect(
            isSigned(try signed("/?lifecycle"), "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"))
        for target in ["/?max-keys=2&prefix=J", "/?prefix=J&max-keys=2"] {
            #expect(
                isSigned(try signed(target), "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"))
        }
    }

    @Test func `a path is signed as it is`() throws {
        let paths = ["/a/../b", "/b", "/a//b", "/a/b", "/a%2Fb", "/a/./b"].map {
            Request(url: URL(string: "https://examplebucket.s3.amazonaws.com\($0)") ?? URL(filePath: "/"))
        }
        #expect(Set(paths.map { signature.canonicalRequest($0, digest: "").text }).count == paths.count)
        let encoded = try #require(URL(string: "https://example.org/a%20b(c)+d"))
        let text = signature.canonicalRequest(Request(url: encoded), digest: "").text
        #expect(text.hasPrefix("GET\n/a%20b%28c%29%2Bd\n\n"), "each byte encoded once")
    }

    @Test func `a plus in the query is sent as the space that it means`() throws {
        let url = try #require(URL(string: "https://examplebucket.s3.amazonaws.com/?prefix=a+b%2Bc#top"))
        let request = signature.signed(Request(url: url), at: moment)
        #expect(request.url.absoluteString == "https://examplebucket.s3.amazonaws.com/?prefix=a%20b%2Bc#top")
        let spaced = try #require(URL(string: "https://examplebucket.s3.amazonaws.com/?prefix=a%20b%2Bc"))
        #expect(signature.signed(Request(url: spaced), at: moment).headerFields == request.headerFields)
    }

    @Test func `content that is not in memory is not signed, unless its digest is given`() throws {
        let file = Body.file(URL(filePath: "/nowhere"))
        #expect(try signed("/x", .put, [:], file)["X-Amz-Content-SHA256"] == "UNSIGNED-PAYLOAD")
        let fields = try signed("/x", .put, ["X-Amz-Content-SHA256": empty], file)
        #expect(fields.values(of: "X-Amz-Content-SHA256") == [empty])
        #expect(try fields["Authorization"] == signed("/x", .put)["Authorization"])
    }
}
