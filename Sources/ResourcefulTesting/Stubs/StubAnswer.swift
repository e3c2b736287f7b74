/// The answer of a stubbed server: a response or a failure, and how long it takes.
public struct StubAnswer: Sendable {
    enum Content: Sendable {
        case response(Response)
        case failure(any Error)
        /// A mistake in the test itself: a missing fixture, an example that can't be encoded.
        case mistake(any Error)
    }

    var content: Content
    /// The time from the request until the answer arrives.
    private(set) var delay = Duration.zero

    init(_ content: Content) { self.content = content }

    /// Returns an answer with a response.
    public static func response(_ response: Response) -> StubAnswer { StubAnswer(.response(response)) }

    /// Returns an answer with an empty response.
    public static func status(_ status: Response.Status, headerFields: HeaderFields = [:]) -> StubAnswer {
        .response(Response(status: status, headerFields: headerFields))
    }

    /// Returns an answer with a value as JSON, keys sorted. If the value can't be encoded, the load fails with that
    /// error.
    public static func json(
        _ value: some Encodable, status: Response.Status = 200, headerFields: HeaderFields = [:],
        encoder: JSON.Encoder = .sorted
    ) -> StubAnswer {
        do {
            return .data(try encoder.encode(value), mediaType: .json, status: status, headerFields: headerFields)
        } catch {
            return StubAnswer(.mistake(error))
        }
    }

    /// Returns an answer with a JSON object whose members have different types: `.json(["id": 7, "title": "Plans"])`. A
    /// nil member becomes null. If a value can't be encoded, the load fails with that error.
    @_disfavoredOverload
    public static func json(
        _ members: [String: (any Encodable)?], status: Response.Status = 200, headerFields: HeaderFields = [:]
    ) -> StubAnswer { .json(EncodableMembers(members), status: status, headerFields: headerFields) }

    /// Returns an answer with text of a media type, JSON by default. The text is sent as it is, even if it's malformed.
    public static func text(
        _ text: String, mediaType: MediaType = .json, status: Response.Status = 200, headerFields: HeaderFields = [:]
    ) -> StubAnswer { .data(Data(text.utf8), mediaType: mediaType, status: status, headerFields: headerFields) }

    /// Returns an answer with bytes of a media type; nil for a server that doesn't send a Content-Type. A Content-Type
    /// among the fields takes precedence, as it does in the other functions.
    public static func data(
        _ data: Data, mediaType: MediaType? = nil, status: Response.Status = 200, headerFields: HeaderFields = [:]
    ) -> StubAnswer {
        var fields = HeaderFields()
        fields["Content-Type"] = mediaType?.rawValue
        return .response(Response(status: status, headerFields: headerFields.merging(defaults: fields), body: data))
    }

    /// Returns an exchange that fails: the load fails at the transport stage.
    public static func failure(_ kind: TransportError.Kind) -> StubAnswer {
        .failure(TransportError(kind, "the stub says: \(kind)"))
    }

    /// Returns a failure with an error, which becomes the cause of a `LoadError` at the transport stage (a
    /// `RequestError`, at the request stage). A `LoadError` and a `CancellationError` are thrown as they are.
    public static func failure(_ error: any Error) -> StubAnswer { StubAnswer(.failure(error)) }

    /// Returns a failure at a stage of the load: a request that can't be sent, a lost connection, a 500, or a truncated
    /// body.
    public static func failure(at stage: LoadError.Stage) -> StubAnswer {
        switch stage {
        case .request: StubAnswer(.mistake(RequestError("the stub says so")))
        case .transport: .failure(.connectionLost)
        case .status: .status(500)
        case .parse: .text(#"{"cut":"#)
        }
    }
}

extension StubAnswer {
    /// Returns a copy that arrives later; under `DryRun`, in virtual time. If it arrives after the request's timeout,
    /// the load fails.
    public func after(_ delay: Duration) -> StubAnswer {
        var answer = self
        answer.delay += max(.zero, delay)
        return answer
    }

    /// Returns a copy with these fields, which replace its own fields of the same names. A failure is unchanged.
    public func headerFields(_ headerFields: HeaderFields) -> StubAnswer {
        guard case .response(var response) = content else { return self }
        response.headerFields = headerFields.merging(defaults: response.headerFields)
        var answer = self
        answer.content = .response(response)
        return answer
    }

    /// Returns the outcome of the request, and when it arrives.
    func outcome(for request: Request) -> (outcome: Result<Response, any Error>, delay: Duration) {
        if let timeout = request.timeout, delay > timeout {
            return (.failure(TransportError(.timedOut, "no answer within \(timeout)")), timeout)
        }
        switch content {
        case .response(let response): return (.success(response), delay)
        case .failure(let error): return (.failure(error), delay)
        case .mistake(let error as LoadError): return (.failure(error), delay)
        case .mistake(let error):
            return (.failure(LoadError(stage: .request, request: request, underlyingError: error)), delay)
        }
    }
}
