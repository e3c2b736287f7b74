extension RequestChanging {
    /// The same, asking the server before a body is sent whether it wants it (RFC 9110, section 10.1.1).
    ///
    ///     Song.upload(file).expectingContinue()
    ///
    /// A server that refuses says so before the body was sent. One that answers nothing gets the body all the same
    /// after a second, and one that can't be asked (417) gets the request again without the question, unless the body
    /// is a stream. What has no body asks nothing.
    public func expectingContinue(_ isExpecting: Bool = true) -> Self {
        option(ExpectsContinue.self, isExpecting)
    }
}

/// Whether the server is asked before a body is sent.
enum ExpectsContinue: RequestOption {
    static let defaultValue = false
}

extension Policy {
    /// Asks servers before bodies are sent, where requests say so.
    static func askingBeforeBodies(_ request: Request, next: @escaping Sending) -> Plan<Response> {
        guard request[ExpectsContinue.self], let body = request.body else { return next(request) }
        var asking = request
        asking.headerFields["Expect"] = "100-continue"
        return next(asking).flatMap { response -> Plan<Response> in
            guard response.status == 417, body.canBeSentAgain else { return .value(response) }
            return Plan.note(LoadDecision(.retry, "the server can't be asked before a body is sent: again without"))
                .flatMap { next(request) }
        }
    }
}
