/// A server's answer to a resource: a body, a whole response, or a recording that has one.
///
///     let yesterday = Data(#"[{"id": 1, "title": "Values"}]"#.utf8)
///     let today = Response(body: Data(#"[{"id": 1, "title": null}]"#.utf8))
///     let breaks = try Episode.all.breaks(from: yesterday, to: today)
///     print(breaks)  // [[].title: needed, but null; can't be read]
public struct ServerAnswer: Sendable {
    private enum Source {
        case body(Data)
        case response(Response)
        case recording(Recording)
    }

    private let source: Source

    /// Creates an answer of which only the body is known. The status and the fields aren't validated.
    package init(body: Data) { source = .body(body) }

    /// Creates an answer with a status and fields, which the resource validates.
    package init(_ response: Response) { source = .response(response) }

    /// Creates an answer that is searched in a recording, by the request of the resource: the last one with a
    /// successful status, or else the last one. A relative URL fits the end of a path, with any base URL.
    package init(_ recording: Recording) { source = .recording(recording) }

    /// Returns the answer to a request.
    ///
    /// - Throws: `LoadError` at the request stage with a ``RecordingMismatch`` if the recording has none.
    func known(for request: Request) throws -> Known {
        switch source {
        case .body(let body): Known(response: Response(body: body), hasOnlyBody: true)
        case .response(let response): Known(response: response, hasOnlyBody: false)
        case .recording(let recording): Known(response: try recording.answer(to: request), hasOnlyBody: false)
        }
    }

    /// An answer to a known request.
    struct Known: Sendable {
        var response: Response
        let hasOnlyBody: Bool
    }
}

extension Resource {
    /// Returns the value in an answer.
    func value(in answer: ServerAnswer.Known) throws -> Value {
        answer.hasOnlyBody ? try parse(answer.response.body) : try value(from: answer.response)
    }
}

/// A value that is or has a server's answer.
public protocol ServerAnswerConvertible {
    /// The answer.
    var asServerAnswer: ServerAnswer { get throws }
}

extension ServerAnswer: ServerAnswerConvertible {
    /// The answer itself.
    public var asServerAnswer: ServerAnswer { self }
}

extension Data: ServerAnswerConvertible {
    /// The bytes as a body.
    public var asServerAnswer: ServerAnswer { ServerAnswer(body: self) }
}

extension Response: ServerAnswerConvertible {
    /// The response.
    public var asServerAnswer: ServerAnswer { ServerAnswer(self) }
}

extension Fixture: ServerAnswerConvertible {
    /// The bytes of the file as a body.
    ///
    /// - Throws: ``MissingFixture``.
    public var asServerAnswer: ServerAnswer { get throws { ServerAnswer(body: try data) } }
}

extension Recording: ServerAnswerConvertible {
    /// The answer that the recording has to the request of a resource.
    public var asServerAnswer: ServerAnswer { ServerAnswer(self) }
}

extension Recording {
    /// Returns the last successful response to a request, or else the last one.
    ///
    /// - Throws: `LoadError` at the request stage with a ``RecordingMismatch`` if there is none.
    fileprivate func answer(to request: Request) throws -> Response {
        let requests = RecordedRequests(self)
        let places = resolved(request).flatMap { requests.fitting(requests.asking($0), comparingOrigins: true) }
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
            guard let url = URL(string: String(decoding: text, as: UTF8.self)) else { return nil }
            var request = request
            request.url = url
            return request
        }
    }
}
