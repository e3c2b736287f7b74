extension Recording {
    /// Returns the last successful response to a request, or else the last one.
    ///
    /// - Throws: `LoadError` at the request stage with a ``RecordingMismatch`` if there is none.
    func answer(to request: Request) throws -> Response {
        let requests = RecordedRequests(self)
        let places = resolved(request).flatMap { requests.fitting(requests.asking($0), comparingOrigins: true).indices }
        let fitting = Set(places).sorted().map { exchanges[$0] }
        let responses = fitting.compactMap { exchange in
            if case .response(var response) = exchange.outcome {
                response.url = exchange.request.url
                return response
            }
            return nil as Response?
        }
        if let response = responses.last(where: \.status.isSuccessful) ?? responses.last { return response }
        // Its error tells the nearest request, or why the one that fits has no response.
        guard let exchange = fitting.last else { return try Replay(self).response(to: request) }
        return try Replay(Recording([exchange], redaction: redaction)).response(to: exchange.request)
    }

    /// Returns a request with each recorded URL that its own may be relative to.
    private func resolved(_ request: Request) -> [Request] {
        let (origin, _, query) = StubRequest.parts(of: request.url.absoluteString)
        guard origin.isEmpty else { return [request] }
        let path = StubPath(request)
        return exchanges.compactMap { exchange in
            let recorded = StubRequest(exchange.request)
            guard path.variables(of: recorded) != nil else { return nil }
            let parts = StubRequest.parts(of: exchange.request.url.absoluteString)
            let text = parts.0 + parts.1 + (query.isEmpty ? [] : [UInt8(ascii: "?")] + query)
            guard let url = URL(text: String(decoding: text, as: UTF8.self)) else { return nil }
            var request = request
            request.url = url
            return request
        }
    }
}
