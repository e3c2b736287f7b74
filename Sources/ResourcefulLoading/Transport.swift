public import ResourcefulCore

/// What exchanges a request for a response. It performs and never decides: no redirects, no retries, no policies.
public protocol Transport: Sendable {
    /// Sends a request, once, and waits for the whole response, whatever its status.
    ///
    /// The request's URL is absolute and `http` or `https`; its fields and its body have been checked. When the calling
    /// task is cancelled, the exchange is to end at once.
    ///
    /// - Throws: preferably a `TransportError`; anything but a `LoadError` or a `CancellationError` becomes the cause
    ///   of a `LoadError` at the transport stage.
    func send(_ request: Request) async throws -> Response
}
