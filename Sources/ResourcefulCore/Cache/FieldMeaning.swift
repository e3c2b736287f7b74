/// What the name of a request field says about the user: `Authorization` is secret, `X-Tenant` names one, `Accept` is
/// neutral, and `X-Color` is unknown.
enum FieldMeaning {
    case secret, user, neutral, unknown

    init(_ name: HeaderFields.Name, _ secrets: Redaction = .standard) {
        if secrets.hides(name) {
            self = .secret
        } else if Self.neutralNames.contains(name) {
            self = .neutral
        } else {
            let words = SecretName(name.rawName).words
            let text = Array(words.joined().utf8)
            let isOfUser =
                words.contains(where: Self.users.contains)
                || Self.userParts.contains { ByteSearch.place(of: $0, in: text) != nil }
            self = isOfUser ? .user : words.first == "sec" || Self.numbersRequests(words) ? .neutral : .unknown
        }
    }

    /// Returns whether words end in the number of a request or of an attempt: `X-Correlation-ID`, `X-Amzn-Trace-Id`.
    private static func numbersRequests(_ words: [String]) -> Bool {
        guard let last = words.last, numbers.contains(last), let start = words.firstIndex(where: requests.contains)
        else { return false }
        return words[start...].allSatisfy { requests.contains($0) || numbers.contains($0) }
    }

    private static let users = words("actor caller group groups guest org orgid orgs role roles sudo team teams")

    /// Parts of words: `TenantID` and `tenantid` are the same. A user, an account or a session at the end is secret.
    private static let userParts = words(
        "actas behalf company customer delegat deviceid employee impersonat member organi owner patient "
            + "person profile runas student subject subscriber tenant viewer visitor workspace"
    ).map { Array($0.utf8) }

    private static let requests = words(
        "attempt correlation nonce once req request retry span spanid timestamp trace traceid")
    private static let numbers = words(
        "attempt context count deadline id index nonce num number once retry seq sequence spanid start time "
            + "timeout timestamp traceid"
    )

    private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

    /// The fields of negotiation, which Vary names, conditions, ranges, caching, content, connections, and traces.
    private static let neutralNames = HeaderFields.NameSet([
        "A-IM", "Accept", "Accept-Charset", "Accept-Datetime", "Accept-Encoding", "Accept-Language", "B3", "Baggage",
        "Cache-Control", "Connection", "Content-Digest", "Content-Encoding", "Content-Language", "Content-Length",
        "Content-Location", "Content-Type", "DNT", "DPR", "Date", "Device-Memory", "Digest", "Downlink", "ECT",
        "Early-Data", "Expect", "Idempotency-Key", "If-Match", "If-Modified-Since", "If-None-Match", "If-Range",
        "If-Unmodified-Since", "Keep-Alive", "Max-Forwards", "Origin", "Pragma", "Prefer", "Priority",
        "Proxy-Connection", "RTT", "Range", "Referer", "Repr-Digest", "Save-Data", "Sentry-Trace", "TE", "Traceparent",
        "Tracestate", "Trailer", "Transfer-Encoding", "Upgrade", "Upgrade-Insecure-Requests", "User-Agent", "Via",
        "Viewport-Width", "Want-Content-Digest", "Want-Repr-Digest", "Width",
    ])
}
