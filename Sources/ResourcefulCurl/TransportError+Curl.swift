extension TransportError {
    /// Creates the error for a code of libcurl (curl.h, CURLcode), with libcurl's own text.
    package init(curlCode code: Int32, text: String, received: Int) {
        let kind = Self.kind(ofCurlCode: code, text: text)
        let part = received > 0 ? ", after \(received) bytes of the body" : ""
        let safe = Self.explained(tls: Self.withoutUserInformation(text))
        self.init(kind, "\(Self.meaning(of: kind)): \(safe)\(part) (libcurl's code \(code))")
    }

    /// Returns libcurl's text without a password: libcurl quotes a proxy that it can't use as it is in the environment.
    private static func withoutUserInformation(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        let beginning = text[..<at].firstIndex(of: "'").map { text[...$0] } ?? ""
        return beginning + Redaction.mark + text[at...]
    }

    private static func kind(ofCurlCode code: Int32, text: String) -> Kind {
        switch code {
        case 5, 6: .cannotResolveHost
        // 56 is also the code of a proxy that ended the connection, and 97 that of a SOCKS proxy.
        case 7, 45, 97: .cannotConnect
        case 56 where text.contains("CONNECT"): .cannotConnect
        // Malformed chunks have the code of a failed read.
        case 56 where text.contains("chunk") || text.contains("header"): .malformedResponse
        case 16, 18, 52, 55, 56, 65, 92: .connectionLost
        case 28: .timedOut
        case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: .insecure
        // A response that isn't HTTP at all is reported as an unsupported protocol, HTTP/0.9. A head that begins with a
        // folded line is reported as a bad argument.
        case 1, 8, 43, 61: .malformedResponse
        // A line of more than 100 KB in the head is reported as a lack of memory.
        case 27, 63, 100: .tooLarge
        default: .other
        }
    }

    private static func meaning(of kind: Kind) -> String {
        switch kind {
        case .cannotResolveHost: "the host name has no address"
        case .cannotConnect: "no connection could be made"
        case .connectionLost: "the connection ended before the response was complete"
        case .timedOut: "the request timed out"
        case .insecure: "no secure connection could be made"
        case .malformedResponse: "the answer is not a well-formed HTTP response"
        case .tooLarge: "the response is too large"
        default: "libcurl failed"
        }
    }
}
