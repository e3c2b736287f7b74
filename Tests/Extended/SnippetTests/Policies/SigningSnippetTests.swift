import Resourceful
import ResourcefulIdentity
import ResourcefulTesting
import Testing

// The snippets of "Authenticating requests" on signing, and of "Policies" on order, word for word, compiled and run.
enum ShopSignature {
    /// The signature of the parameters that have a value, sorted by name.
    static func of(_ parameters: [(String, String)], secret: String) -> String {
        let sorted = parameters.filter { !$0.1.isEmpty }.sorted { $0.0 < $1.0 }
        let text = (sorted + [("key", secret)]).map { "\($0)=\($1)" }.joined(separator: "&")
        return Signing.hexadecimal(Signing.hmacSHA256(text.utf8, key: secret.utf8)).uppercased()
    }
}

private extension Policy {
    static func shopSignature(appID: String, secret: String, for origin: Origin) -> Policy {
        .signing(for: origin) { request, date, nonce in
            guard let content = Signing.content(of: request) else {
                throw RequestError("a body that is not in memory can't be signed")
            }
            let form = Query(parsing: String(decoding: content, as: UTF8.self))
            let request = request.query([
                "appid": appID, "timestamp": "\(Int(date.timeIntervalSince1970))",
                "nonce_str": "\(nonce)",
            ])
            let parameters = Query(of: request.url).pairs + form.pairs
            return request.query("sign", ShopSignature.of(parameters, secret: secret))
        }
    }
}

@Suite(.permit) struct SigningSnippetTests {
    private let url = URL(string: "https://shop.example.org/orders?status=paid")!

    @Test func `the signature equals the published one of a payment service`() {
        let parameters = [
            ("mch_id", "10000100"), ("appid", "wxd930ea5d5a258f4f"), ("device_info", "1000"), ("body", "test"),
            ("nonce_str", "ibuaiVcKdpRxkhJA"), ("empty", ""),
        ]
        #expect(
            ShopSignature.of(parameters, secret: "192006250b4c09247ec02edce69f6a2d")
                == "6A9AE1657590FD6257D693A078E1C3E4BB6BA4DC30B23E0EE2496E54170DACD6")
    }

    /// Whether a server that knows the secret accepts the signature.
    private func isGenuine(_ request: Request) -> Bool {
        let content = String(decoding: request.body?.data ?? Data(), as: UTF8.self)
        let all = Query(of: request.url).pairs + Query(parsing: content).pairs
        let sign = ShopSignature.of(all.filter { $0.0 != "sign" }, secret: "hush")
        return Query(of: request.url).values(of: "sign") == [sign]
    }

    @Test func `each attempt has its own signature, which the server accepts`() throws {
        let origin = try #require(Origin(url))
        var run = DryRun(policies: [.retry(upTo: 2), .shopSignature(appID: "a1", secret: "hush", for: origin)]) { _ in
            Response(status: 503)
        }
        for (method, body) in [(.get, nil), (.put, .form(["note": "für Zoë & Ann"]))] as [(Request.Method, Body?)] {
            _ = try run.load(Plan.send(Request(url: url, method: method, body: body)))
        }
        #expect(run.requests.count == 6)
        #expect(run.requests.allSatisfy(isGenuine))
        #expect(Set(run.requests.map { Query(of: $0.url).values(of: "nonce_str") }).count == 6)
        #expect(Set(run.requests.map { Query(of: $0.url).values(of: "sign") }).count == 6)
        #expect(run.requests.allSatisfy { !"\($0)".contains(Query(of: $0.url).values(of: "sign")[0]) })

        let file = Request(url: url, method: .put, body: .file(URL(filePath: "/nowhere")))
        #expect(throws: LoadError.self) { try run.load(Plan.send(file)) }
        #expect(run.requests.count == 6)
    }

    @Test func `requests to an object store are signed`() throws {
        let store = try #require(Origin(URL(string: "https://photos.s3.eu-central-1.amazonaws.com")!))
        let credentials = AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: "hush")
        let signature = AWSSignature(credentials, region: "eu-central-1", service: "s3")
        let policies: [Policy] = [.retry(), .serverClock(), .awsSignature(signature, for: store)]
        var run = DryRun(policies: policies) { _ in Response() }
        _ = try run.load(Plan.send(Request(url: URL(string: "https://photos.s3.eu-central-1.amazonaws.com/cat.jpg")!)))
        let names = "host;x-amz-content-sha256;x-amz-date"
        #expect(run.requests[0].headerFields.authorization?.contains("SignedHeaders=\(names), ") == true)
    }

    @Test func `a plan gets temporary credentials`() throws {
        let url = try #require(URL(string: "https://photos.s3.eu-central-1.amazonaws.com/cat.jpg"))
        let store = try #require(Origin(url))
        let credentials = Plan.value(
            AWSCredentials(accessKeyID: "AKIDEXAMPLE", secretAccessKey: "hush", sessionToken: "t0k3n"))
        let temporary = Policy { request, next in
            credentials.flatMap { credentials in
                let signature = AWSSignature(credentials, region: "eu-central-1", service: "s3")
                return Policy.awsSignature(signature, for: store)(request, next: next)
            }
        }
        var run = DryRun(policies: [temporary]) { _ in Response() }
        _ = try run.load(Plan.send(Request(url: url)))
        #expect(run.requests[0].headerFields["X-Amz-Security-Token"] == "t0k3n")
        #expect(run.requests[0].headerFields.contains("Authorization"))
    }

    @Test func `the order of policies determines the age of a signature`() throws {
        let stamped = Policy.signing(for: try #require(Origin(url))) { request, date, _ in
            request.header("X-Date", "\(Int(date.timeIntervalSinceReferenceDate))")
        }
        func dates(_ policies: [Policy]) throws -> [String?] {
            var run = DryRun(policies: policies) { _ in
                Response(status: 503, headerFields: ["Retry-After": "600"])
            }
            run.start = Date(timeIntervalSinceReferenceDate: 0)
            _ = try run.load(Plan.send(Request(url: url)))
            return run.requests.map { $0.headerFields["X-Date"] }
        }
        let patient = Policy.retry(
            RetryRule(upTo: 1, waits: .constant(.seconds(1)), longestRetryAfter: .seconds(900)))
        #expect(try dates([patient, stamped]) == ["0", "600"])
        #expect(try dates([stamped, patient]) == ["0", "0"])
    }
}
