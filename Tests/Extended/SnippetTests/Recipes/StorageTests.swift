import Foundation
import Resourceful
import ResourcefulIdentity
import ResourcefulStreams
import ResourcefulTesting
import Testing

// The recipes for S3 and for a CSV export, word for word, compiled and run.
struct S3Error: Error, Equatable, Sendable {
    let code: String
}

/// A bucket of S3, or of a compatible server.
struct Bucket: Sendable {
    let url: URL
    let credentials: AWSCredentials
    let region: String

    var policies: [Policy] {
        guard let origin = Origin(url) else { return [] }
        let sign = AWSSignature(credentials, region: region, service: "s3")
        return [.retry(), .serverClock(), .awsSignature(sign, for: origin)]
    }

    static func object(_ key: String) -> Resource<Data> {
        Resource(Request("{+key}", ["key": key])).failing(Self.error)
    }

    static func putting(_ body: Body, as key: String) -> Resource<Void> {
        Resource(Request("{+key}", ["key": key]).method(.put).body(body))
            .failing(Self.error)
    }

    @Sendable private static func error(
        _ response: Response
    ) throws -> (any Error)? {
        try response.text().firstMatch(of: /<Code>(\w+)<\/Code>/)
            .map { S3Error(code: String($0.1)) }
    }
}

struct Order: Equatable, Sendable {
    let id: Int
    let total: Decimal
}

extension Order {
    static let export = StreamResource<String>(
        lines: Request("orders.csv").accepting("text/csv")
    )
    .filter { line in !line.hasPrefix("id,") }
    .map { line in try Order(row: line) }

    init(row: String) throws {
        let fields = row.components(separatedBy: ",")
        guard fields.count == 2, let id = Int(fields[0]),
            let total = Decimal(string: fields[1])
        else { throw ParseFailure(expected: "id,total", found: row) }
        (self.id, self.total) = (id, total)
    }
}

@Suite(.permit) struct StorageTests {
    private static let amazon = Bucket(
        url: URL(string: "https://photos.s3.eu-central-1.amazonaws.com")!,
        credentials: AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: "hush"), region: "eu-central-1")

    /// Objects by path, as S3 stores them.
    nonisolated private static let store = StubServer(state: [String: Data]()) { request, objects in
        switch request.method {
        case .put:
            objects[request.url.path(percentEncoded: false)] = request.body?.data ?? Data()
            return .status(200, headerFields: ["ETag": "\"1\""])
        default:
            guard let object = objects[request.url.path(percentEncoded: false)] else {
                return .text("<Error><Code>NoSuchKey</Code></Error>", mediaType: "application/xml", status: 404)
            }
            return .data(object)
        }
    }

    @Test func `an object is uploaded and downloaded with valid signatures`() async throws {
        let credentials = AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: "hush")
        let jpeg = Data("JPEG".utf8)

        let bucket = Bucket(
            url: URL(string: "https://photos.s3.eu-central-1.amazonaws.com")!,
            credentials: credentials, region: "eu-central-1")

        let webservice = Webservice(
            baseURL: bucket.url, policies: bucket.policies, transport: StubTransport(Self.store))

        try await webservice.load(Bucket.putting(.data(jpeg), as: "2026/a b.jpg"))
        let same = try await webservice.load(Bucket.object("2026/a b.jpg"))

        #expect(same == jpeg)

        var run = DryRun(baseURL: bucket.url, policies: bucket.policies) { _ in Response() }
        try run.load(Bucket.putting(.data(jpeg), as: "2026/a b.jpg"))
        let sent = try #require(run.requests.first)
        #expect(sent.url.absoluteString == "https://photos.s3.eu-central-1.amazonaws.com/2026/a%20b.jpg")
        #expect(sent.headerFields["X-Amz-Content-SHA256"] == Signing.hexadecimal(Signing.sha256(jpeg)))
        let signature = AWSSignature(credentials, region: "eu-central-1", service: "s3")
        #expect(signature.signed(sent, at: run.start).headerFields == sent.headerFields)
    }

    @Test func `a server compatible with S3 needs only another URL`() async throws {
        let server = try LoopbackServer(Self.store)
        defer { server.stop() }
        let bucket = Bucket(
            url: server.baseURL.appending(path: "photos"), credentials: Self.amazon.credentials, region: "us-east-1")
        let webservice = Webservice(baseURL: bucket.url, policies: bucket.policies)
        try await webservice.load(Bucket.putting(.data(Data("JPEG".utf8)), as: "a.jpg"))
        #expect(try await webservice.load(Bucket.object("a.jpg")) == Data("JPEG".utf8))
        #expect(server.requests.map(\.url.path) == ["/photos/a.jpg", "/photos/a.jpg"])
        #expect(server.requests[0].headerFields["Authorization"]?.contains("/us-east-1/s3/aws4_request") == true)
        await #expect(throws: S3Error(code: "NoSuchKey")) { try await webservice.load(Bucket.object("b.jpg")) }
    }

    @Test func `an export is read line by line`() async throws {
        let csv = "id,total\r\n1,19.90\r\n2,7\r\n"
        let server = try LoopbackServer(answering: { _ in
            .chunked(Response(headerFields: ["Content-Type": "text/csv"], body: Data(csv.utf8)), chunkSize: 5)
        })
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL)

        var sum: Decimal = 0
        for try await order in webservice.stream(of: Order.export) {
            sum += order.total
        }

        #expect(sum == Decimal(string: "26.9"))
        #expect(server.requests.first?.headerFields["Accept"] == "text/csv")

        #expect(throws: (any Error).self) { try Order.export.elements(in: Data("id,total\n1;2\n".utf8)) }
    }
}
