extension TransportError {
    /// Creates the error for a code of libcurl (curl.h, CURLcode), with libcurl's own text.
    ///
    /// - Parameter proxy: The name of the proxy that couldn't be used, if it may be one.
    package init(curlCode code: Int32, text: String, received: Int, proxy: String? = nil) {
        let safe = Self.explained(tls: Self.withoutUserInformation(text))
        if text.hasPrefix("Could not resolve proxy") {
            self.init(.cannotResolveHost, "\(proxy ?? "the proxy") has no address (\(safe))")
        } else if text.hasPrefix("Unsupported proxy") {
            self.init(.unavailable, "\(proxy ?? "the proxy") can't be used: \(safe)")
        } else if code == 7, let start = safe.firstRange(of: "Failed to connect to ")?.upperBound,
            let end = (safe.firstRange(of: " after ") ?? safe.firstRange(of: ": "))?.lowerBound, start < end
        {
            // "Failed to connect to ::1 port 1 after 0 ms: Couldn't connect to server: Connection refused"
            let reason = safe.components(separatedBy: ": ").last ?? ""
            let known = reason.hasPrefix("Could") ? "" : ": \(reason)"
            self.init(.cannotConnect, "no connection could be made to \(proxy ?? String(safe[start..<end]))\(known)")
        } else {
            let (kind, meaning) = Self.meaning(ofCurlCode: code, text: text)
            let part = received > 0 ? ", after \(received) bytes of the body" : ""
            self.init(kind, "\(meaning): \(safe)\(part) (libcurl's code \(code))")
        }
    }

    /// Returns libcurl's text without a password: libcurl quotes a proxy that it can't use as it is in the environment.
    private static func withoutUserInformation(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        let beginning = text[..<at].firstIndex(of: "'").map { text[...$0] } ?? ""
        return beginning + Redaction.mark + text[at...]
    }

    private static func meaning(ofCurlCode code: Int32, text: String) -> (Kind, String) {
        switch code {
        case 5, 6: (.cannotResolveHost, "the host name has no address")
        // 97 is the code of a SOCKS proxy, and 56 also that of another proxy that ended the connection.
        case 7, 45, 97,
            56 where text.contains("CONNECT"):
            (.cannotConnect, "no connection could be made")
        case 43 where text.contains("bad argument"):
            (.malformedResponse, "the answer is not a well-formed HTTP response: the head begins with white space")
        // A response that isn't HTTP at all is reported as an unsupported protocol, HTTP/0.9. Malformed chunks have the
        // code of a failed read.
        case 1, 8, 43, 61,
            56 where text.contains("chunk") || text.contains("header"):
            (.malformedResponse, "the answer is not a well-formed HTTP response")
        case 16, 18, 52, 55, 56, 65, 92: (.connectionLost, "the connection ended before the response was complete")
        case 28: (.timedOut, "the request timed out")
        case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98:
            (.insecure, "no secure connection could be made")
        // A line of more than 100 KB in the head is reported as a lack of memory.
        case 27, 63, 100: (.tooLarge, "the response is too large")
        default: (.other, "libcurl failed")
        }
    }
}
