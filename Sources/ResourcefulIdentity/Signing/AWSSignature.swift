/// AWS Signature Version 4 in header fields, for Amazon Web Services and other S3-compatible stores.
///
/// It signs the path, the query, all fields except those that proxies change, and the content if its bytes are in
/// memory (``Signing/content(of:)``). Otherwise it signs `UNSIGNED-PAYLOAD` instead of the content, which S3 accepts
/// over https. If you know the digest of a file, set `X-Amz-Content-SHA256` yourself.
///
///     let signature = AWSSignature(credentials, region: "eu-central-1", service: "s3")
///     if let store = Origin(bucket) {
///         policies = [.retry(), .serverClock(), .awsSignature(signature, for: store)]
///     }
public struct AWSSignature: Hashable, Sendable {
    /// The credentials to sign with.
    var credentials: AWSCredentials
    /// The region of the service: `eu-central-1`.
    var region: String
    /// The name of the service in signatures: `s3`, `dynamodb`.
    var service: String

    /// Creates signatures for a service in a region.
    public init(_ credentials: AWSCredentials, region: String, service: String) {
        self.credentials = credentials
        self.region = region
        self.service = service
    }

    /// Returns the request with its signature, which replaces an existing one.
    ///
    /// A `+` in the query becomes `%20`, which means the same and can be signed. It takes about 50 microseconds and the
    /// time to digest the content.
    public func signed(_ request: Request, at date: Date) -> Request {
        let moment = Self.moment(of: date)
        var request = request
        request.url = request.url.withoutPluses
        let digest = digest(of: request)
        request.headerFields["Authorization"] = nil
        request.headerFields["X-Amz-Date"] = moment
        request.headerFields["X-Amz-Security-Token"] = credentials.sessionToken
        if isS3 || digest == Self.unsigned { request.headerFields["X-Amz-Content-SHA256"] = digest }
        let canonical = canonicalRequest(request, digest: digest)
        let scope = "\(moment.prefix(8))/\(region)/\(service)/aws4_request"
        let signature = signature(of: canonical.text, moment: moment, scope: scope)
        request.headerFields["Authorization"] =
            "AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(scope), "
            + "SignedHeaders=\(canonical.signedNames), Signature=\(signature)"
        return request
    }

    /// Whether the service is S3, which keeps the segments of paths and requires the digest in a field.
    var isS3: Bool { service == "s3" }

    private static let unsigned = "UNSIGNED-PAYLOAD"

    private func digest(of request: Request) -> String {
        request.headerFields["X-Amz-Content-SHA256"]
            ?? Signing.content(of: request).map { Signing.hexadecimal(Signing.sha256($0)) } ?? Self.unsigned
    }

    private func signature(of canonicalRequest: String, moment: String, scope: String) -> String {
        let digest = Signing.hexadecimal(Signing.sha256(canonicalRequest.utf8))
        var key = Array("AWS4\(credentials.secretAccessKey)".utf8)
        for part in scope.split(separator: "/", omittingEmptySubsequences: false) {
            key = Signing.hmacSHA256(part.utf8, key: key)
        }
        let text = "AWS4-HMAC-SHA256\n\(moment)\n\(scope)\n\(digest)"
        return Signing.hexadecimal(Signing.hmacSHA256(text.utf8, key: key))
    }
}

extension Policy {
    /// Signs requests to some origins with AWS Signature Version 4. Put it at the end of the list, as every policy that
    /// signs (see `signing(for:with:)`).
    public static func awsSignature(_ signature: AWSSignature, for origins: Origin...) -> Policy {
        signing(for: Set(origins), nonce: .value(()), user: signature.credentials.userName) { request, date, _ in
            signature.signed(request, at: date)
        }
    }
}

extension AWSSignature {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns a date in the basic format of ISO 8601, `20150830T123600Z`, limited to the years 1 to 9999.
    private static func moment(of date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        let limited = seconds.isFinite ? min(max(seconds, -62_135_596_800), 253_402_300_799) : 0
        // Sun, 30 Aug 2015 12:36:00 GMT
        let words = (HTTPDate.text(of: Date(timeIntervalSince1970: limited)) ?? "").split(separator: " ")
        guard words.count == 6, let month = months.firstIndex(of: String(words[2])) else { return "" }
        let number = (month < 9 ? "0" : "") + "\(month + 1)"
        return "\(words[3])\(number)\(words[1])T\(words[4].filter { $0 != ":" })Z"
    }
}

extension URL {
    /// The URL with `%20` instead of each `+` in the query, which means the same.
    fileprivate var withoutPluses: URL {
        let text = absoluteString
        guard let start = text.firstIndex(where: { $0 == "?" || $0 == "#" }), text[start] == "?" else { return self }
        let end = text.firstIndex(of: "#") ?? text.endIndex
        guard text[start..<end].contains("+") else { return self }
        let query = text[start..<end].split(separator: "+", omittingEmptySubsequences: false).joined(separator: "%20")
        return URL(string: text[..<start] + query + text[end...]) ?? self
    }
}
