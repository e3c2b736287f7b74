extension LoadEvent.Kind {
    /// Returns the event of an exchange that has ended, without the secrets of its request.
    ///
    /// - Parameters:
    ///   - outcome: The response, or the error.
    ///   - request: The request, as it was sent.
    ///   - shown: The request as its event has shown it.
    ///   - attempt: The number of the request in its load.
    ///   - time: The time since it was sent.
    ///   - isWhole: Whether an observer reads whole messages. An error has its whole request.
    package static func ended(
        _ outcome: Result<Response, any Error>, of request: Request, shown: Request, attempt: Int,
        after time: Duration, isWhole: Bool
    ) -> LoadEvent.Kind {
        if !isWhole, case .success(let response) = outcome {
            return .received(response.bare, for: shown, attempt: attempt, after: time)
        }
        let shown = isWhole ? shown : Redaction.standard.redacted(request)
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

extension Request {
    /// The request for observers that don't read messages: its method, its options, and its origin for a URL.
    package var bare: Request {
        let origin = Origin(url).flatMap { URL(string: $0.description) }
        var bare = Request(url: origin ?? URL(filePath: "/"), method: method)
        bare.options = options
        return bare
    }
}

extension Response {
    /// The response for observers that don't read messages.
    fileprivate var bare: Response {
        var bare = Response(status: status)
        bare.metrics = metrics
        return bare
    }
}
