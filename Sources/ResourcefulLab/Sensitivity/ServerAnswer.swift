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
    /// - Throws: `LoadError` at the request stage with a `RecordingMismatch` if the recording has none.
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
    /// - Throws: `MissingFixture`.
    public var asServerAnswer: ServerAnswer { get throws { ServerAnswer(body: try data) } }
}

extension Recording: ServerAnswerConvertible {
    /// The answer that the recording has to the request of a resource.
    public var asServerAnswer: ServerAnswer { ServerAnswer(self) }
}
