extension RequestChanging {
    /// Returns a copy that asks the server whether it accepts the body before sending it (RFC 9110, section 10.1.1).
    ///
    ///     Song.upload(file).expectingContinue()
    ///
    /// A server can refuse before the body is sent. If it doesn't answer within a second, the body is sent anyway. If
    /// it doesn't support the question (417), the request is sent again without it, unless the body is a stream. A
    /// request without a body isn't affected.
    public func expectingContinue(_ isExpecting: Bool = true) -> Self {
        option(ExpectsContinue.self, isExpecting)
    }
}

/// Whether to ask the server before sending a body.
enum ExpectsContinue: RequestOption {
    static let defaultValue = false
}

extension Policy {
    /// Asks servers before sending the bodies of requests with ``ExpectsContinue``.
    static func askingBeforeBodies(_ request: Request, next: @escaping Sending) -> Plan<Response> {
        guard request[ExpectsContinue.self], let body = request.body else { return next(request) }
        var asking = request
        asking.headerFields["Expect"] = "100-continue"
        return next(asking).flatMap { response -> Plan<Response> in
            guard response.status == 417, body.canBeSentAgain else { return .value(response) }
            let reason = "the server refused the expectation, sending the body at once"
            return Plan.note(LoadDecision(.retry, .repeated, ofServerAt: request.url, reason))
                .flatMap { next(request) }
        }
    }
}
