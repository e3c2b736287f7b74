public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a stubbed server does about a request: a response or a failure, and how long it takes.
public struct StubAnswer: Sendable {
    enum Content: Sendable {
        case response(Response)
        case failure(any Error)
        /// The test itself is wrong: a fixture that is not there, an example that can't be encoded.
        case mistake(any Error)
    }

    var content: Content
    /// How long it takes until the answer is there, from the moment at which the request was sent.
    public private(set) var delay = Duration.zero

    init(_ content: Content) { self.content = content }

    /// A response.
    public static func response(_ response: Response) -> StubAnswer { StubAnswer(.response(response)) }

    /// An empty response.
    public static func status(_ status: Response.Status, _ headerFields: HeaderFields = [:]) -> StubAnswer {
        .response(Response(status: status, headerFields: headerFields))
    }

    /// A value as JSON, keys sorted. A value that can't be encoded fails the load, and says why.
    public static func json(
        _ value: some Encodable, status: Response.Status = 200, encoder: JSON.Encoder = .sorted
    ) -> StubAnswer {
        do {
            return .data(try encoder.encode(value), mediaType: .json, status: status)
        } catch {
            return StubAnswer(.mistake(error))
        }
    }

    /// Text of a media type, JSON unless told otherwise: what a server would send, mistakes and all.
    public static func text(
        _ text: String, mediaType: MediaType = .json, status: Response.Status = 200
    ) -> StubAnswer { .data(Data(text.utf8), mediaType: mediaType, status: status) }

    /// Bytes of a media type; nil is for a server that does not say.
    public static func data(
        _ data: Data, mediaType: MediaType? = nil, status: Response.Status = 200
    ) -> StubAnswer {
        var fields = HeaderFields()
        fields["Content-Type"] = mediaType?.rawValue
        return .response(Response(status: status, headerFields: fields, body: data))
    }

    /// An exchange that does not come to its end: the load fails at the transport stage.
    public static func failure(_ kind: TransportError.Kind) -> StubAnswer {
        .failure(TransportError(kind, "the stub says: \(kind)"))
    }

    /// An error, which becomes the cause of a `LoadError` at the transport stage unless it is one already.
    public static func failure(_ error: any Error) -> StubAnswer { StubAnswer(.failure(error)) }

    /// A failure at a stage of the load: a request that can't be sent, a connection that is lost, a 500, or a body
    /// that ends in the middle.
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
    /// The same answer, later: in virtual time under `DryRun`. Later than the timeout of the request, the load fails.
    public func after(_ delay: Duration) -> StubAnswer {
        var answer = self
        answer.delay += max(.zero, delay)
        return answer
    }

    /// The same answer with these fields in place of its own of the same names. A failure stays what it is.
    public func headerFields(_ headerFields: HeaderFields) -> StubAnswer {
        guard case .response(var response) = content else { return self }
        response.headerFields = headerFields.merging(defaults: response.headerFields)
        var answer = self
        answer.content = .response(response)
        return answer
    }

    /// What the request comes to, and when.
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
