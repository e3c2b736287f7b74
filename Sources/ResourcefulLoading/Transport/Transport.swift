public import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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

    /// Sends a request, once, and returns as soon as the head of the response is there.
    ///
    /// A transport that does not have this receives the whole body first.
    ///
    /// - Throws: what ``send(_:)`` throws.
    func stream(_ request: Request) async throws -> ResponseStream
}

extension Transport {
    /// Sends a request, and waits for the whole response before its body can be read.
    public func stream(_ request: Request) async throws -> ResponseStream {
        var response = try await send(request)
        let body = response.body
        response.body = Data()
        return ResponseStream(response, body: ResponseStream.Pieces(body))
    }
}
