import Foundation
import ResourcefulIdentity
import ResourcefulTesting
import Testing

/// What was signed is what a server gets: host, path, query, fields and content, byte for byte.
@Suite(.permit) struct SignedRequestTests {
    private static let bodies: [Body?] = [
        nil, .json(["a": 1]), .form(["ü": "a b"]), .data(Data()), .json([1, 2, 3]).gzipped(),
        .multipart([.text("é", name: "b")]),
    ]

    @Test(arguments: Subject.overSockets, ["s3", "dynamodb"])
    func `a server that knows the secret finds the same signature`(subject: Subject, service: String) async throws {
        let signature = AWSSignature(
            AWSCredentials(accessKeyID: "AKID", secretAccessKey: "hush", sessionToken: "t0k3n"), region: "eu-central-1",
            service: service)
        let server = try LoopbackServer { _ in Response() }
        defer { server.stop() }
        let origin = try #require(Origin(server.baseURL))
        let webservice = Webservice(
            baseURL: server.baseURL, policies: [.awsSignature(signature, for: origin)], transport: subject.shared())
        let targets = ["", "a%20b/%C3%A9", "a//b", "x?b=2&a=1&a", "x?q=a+b%2Bc&=&k=%2F", "x!$'()*,;=:@?y='()*,;:@/?"]
        for target in targets {
            for body in Self.bodies {
                let url = try #require(URL(string: "\(server.baseURL.absoluteString)\(target)"))
                let request = Request(
                    url: url, method: body == nil ? .get : .put, headerFields: ["X-Note": " a  b "], body: body)
                _ = try await webservice.load(Plan.send(request))
                let received = try #require(server.requests.last)
                #expect(try isGenuine(received, signature), "\(target) \(body?.description ?? "")")
            }
        }
        #expect(server.requests.count == targets.count * Self.bodies.count)
    }

    /// Whether the fields that a request says are signed, and all else, give the signature that it has.
    private func isGenuine(_ received: Request, _ signature: AWSSignature) throws -> Bool {
        let authorization = try #require(received.headerFields.authorization)
        let names = try #require(authorization.split(separator: "SignedHeaders=").last?.prefix { $0 != "," })
        let signed = Set(names.split(separator: ";").map(String.init))
        let fields = received.headerFields.filter { signed.contains($0.name.rawName.lowercased()) }
        let text = try #require(received.headerFields["X-Amz-Date"])
        let moment = try Date(
            text,
            strategy: .iso8601.year().month().day().time(includingFractionalSeconds: false)
                .timeZone(separator: .omitted).dateSeparator(.omitted).timeSeparator(.omitted))
        let digest = received.headerFields["X-Amz-Content-SHA256"]
        let content = Signing.hexadecimal(Signing.sha256(received.body?.data ?? Data()))
        #expect(digest == nil || digest == content)
        var request = Request(url: received.url, method: received.method, headerFields: HeaderFields(fields))
        request.body = received.body
        return signature.signed(request, at: moment).headerFields.authorization == authorization
    }
}
