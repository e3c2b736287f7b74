import CResourcefulCurl

extension Transfer {
    /// Whether the response is whole by its length, and some of the request's body isn't sent.
    var isEarly: Bool { !taken.isAll && head.isComplete && head.wholeLength == received }

    /// Whether such a response is a refusal, so that the rest isn't needed.
    var isRefusedEarly: Bool { (head.status?.code ?? 0) >= 400 && isEarly }

    /// Returns the outcome for libcurl's code and text.
    func outcome(code: Int32, text: @autoclosure () -> String) -> Result<Void, any Error> {
        if let failure { return .failure(failure) }
        if isAnswered { return .success(()) }
        if code == RSF_CODE_URL_MALFORMED {
            let cause = RequestError("libcurl can't read the URL: \(text())")
            return .failure(LoadError(stage: .request, request: request, underlyingError: cause))
        }
        if code == RSF_CODE_COULDNT_CONNECT, let refusal = addressGuard?.refusal(of: origin) {
            return .failure(refusal)
        }
        guard code == 0 || isEarly else {
            if let refusal = tunnel.refusal(of: origin, handle, text) { return .failure(refusal) }
            let proxy = tunnel.name(in: text(), for: origin)
            return .failure(TransportError(curlCode: code, text: text(), received: received, proxy: proxy))
        }
        guard head.isComplete else {
            guard handle?.hasReceivedHead != false else {
                return .failure(TransportError(.connectionLost, "the connection ended before a response arrived"))
            }
            let reason = head.status == nil ? "the answer is not an HTTP response" : "the connection ended in the head"
            return .failure(TransportError(.malformedResponse, reason))
        }
        // RFC 8446, section 6.1.
        guard tlsEnd == 0 || rsf_tls_has_ended(tlsEnd) != 0 else {
            let text = "the connection ended without TLS's close_notify, so the response may be incomplete"
            return .failure(TransportError(.connectionLost, text + receivedPart))
        }
        return .success(())
    }
}
