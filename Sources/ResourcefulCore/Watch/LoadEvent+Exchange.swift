extension LoadEvent.Kind {
    /// Returns the event of an exchange that has ended, without the secrets of its request.
    ///
    /// - Parameters:
    ///   - outcome: The response, or the error.
    ///   - request: The request, as it was sent.
    ///   - shown: The request with its secrets replaced.
    ///   - attempt: The number of the request in its load.
    ///   - time: The time since it was sent.
    package static func ended(
        _ outcome: Result<Response, any Error>, of request: Request, shown: Request, attempt: Int, after time: Duration
    ) -> LoadEvent.Kind {
        let redaction = Redaction.standard.hiding(SentSecrets(headOf: request))
        switch outcome {
        case .success(var response):
            // An observer that keeps events must not keep the transfer.
            response.leftBody = nil
            response.sent = SentSecrets(request)
            response.headerFields = redaction.redacted(response.headerFields)
            if response.url != nil { response.url = shown.url }
            return .received(response, for: shown, attempt: attempt, after: time)
        case .failure(let error):
            return .failed(shown, redaction.text(of: error), attempt: attempt, after: time)
        }
    }
}
