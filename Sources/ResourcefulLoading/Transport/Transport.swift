/// Exchanges requests for responses. A transport makes no decisions: no redirects, no retries, no policies.
public protocol Transport: Sendable {
    /// Sends a request, once, and waits for the whole response, with any status.
    ///
    /// The request's URL is absolute and `http` or `https`; its fields and its body have been checked. End the exchange
    /// at once when the calling task is canceled.
    ///
    /// - Throws: Preferably a `TransportError`. Any error except a `LoadError` or a `CancellationError` becomes the
    ///   cause of a `LoadError` at the transport stage.
    func send(_ request: Request) async throws -> Response

    /// Sends a request, once, and returns as soon as the head of the response has arrived.
    ///
    /// The default implementation receives the whole body first.
    ///
    /// - Throws: The errors of ``send(_:)``.
    func stream(_ request: Request) async throws -> ResponseStream

    /// A text that differs between transports that authenticate as different clients, such as a digest of the client
    /// certificate; nil, the default, if the transport doesn't authenticate the client.
    ///
    /// A cache that several Webservices share keeps the responses of different clients apart. A transport that sends
    /// with another one returns the other one's.
    var clientIdentity: String? { get }
}

extension Transport {
    /// The transport doesn't authenticate the client.
    public var clientIdentity: String? { nil }

    /// Sends a request, and waits for the whole response before you can read its body.
    public func stream(_ request: Request) async throws -> ResponseStream {
        var response = try await send(request)
        let body = response.body
        response.body = Data()
        return ResponseStream(response, body: ResponseStream.Pieces(body))
    }
}
