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
    package var credentials: AWSCredentials
    /// The region of the service: `eu-central-1`.
    package var region: String
    /// The name of the service in signatures: `s3`, `dynamodb`.
    package var service: String

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
        let moment = CivilTime(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down).clamped))
        var request = request
        var url = URLText(request.url)
        if url.query?.contains("+") == true {
            url.query = url.query?.split(separator: "+", omittingEmptySubsequences: false).joined(separator: "%20")
            request.url = URL(string: url.text) ?? request.url
        }
        let digest = digest(of: request)
        request.headerFields[.authorization] = nil
        request.headerFields["X-Amz-Date"] = moment.basicText
        request.headerFields["X-Amz-Security-Token"] = credentials.sessionToken
        if isS3 || digest == Self.unsigned { request.headerFields["X-Amz-Content-SHA256"] = digest }
        let canonical = canonicalRequest(request, digest: digest)
        let scope = "\(moment.basicText.prefix(8))/\(region)/\(service)/aws4_request"
        let signature = signature(of: canonical.text, moment: moment.basicText, scope: scope)
        request.headerFields[.authorization] =
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

extension Double {
    /// The number, limited to the seconds of the years 1 to 9999; 0 if it isn't finite.
    fileprivate var clamped: Double { isFinite ? Swift.min(Swift.max(self, -62_135_596_800), 253_402_300_799) : 0 }
}

extension CivilTime {
    /// The time in the basic format of ISO 8601: `20150830T123600Z`.
    fileprivate var basicText: String {
        let numbers = [(year, 4), (month, 2), (day, 2), (hour, 2), (minute, 2), (second, 2)]
        let texts = numbers.map { String(repeating: "0", count: max(0, $1 - "\($0)".count)) + "\($0)" }
        return "\(texts[0...2].joined())T\(texts[3...].joined())Z"
    }
}
