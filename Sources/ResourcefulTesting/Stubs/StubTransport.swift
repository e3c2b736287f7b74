public import ResourcefulCore
public import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A transport that asks a function or a stubbed server instead of a real one.
///
/// The request it is given is the one that would be sent, policies applied; what comes back goes through validation and
/// parsing as a live response does, and an error is one of the transport stage.
public struct StubTransport: Transport {
    private let respond: @Sendable (Request) async throws -> Response
    private let sent: @Sendable () -> [Request]

    /// A transport that answers with what the function returns. Copies have the same ``requests``.
    public init(_ respond: @escaping @Sendable (Request) async throws -> Response) {
        let record = Locked<[Request]>([])
        sent = { record.withLock { $0 } }
        self.respond = { request in
            record.withLock { $0.append(request) }
            return try await respond(request)
        }
    }

    /// A transport that answers as a stubbed server does, from its beginning. Copies are the same server.
    ///
    /// - Parameters:
    ///   - server: The stubs.
    ///   - sleeping: Whether an answer takes as long as its stub says; else all come at once.
    public init(_ server: StubServer, sleeping: Bool = false) {
        let session = StubSession(server)
        sent = { session.requests }
        respond = { request in
            let (outcome, delay) = session.answer(to: request).outcome(for: request)
            if sleeping, delay > .zero { try await Task.sleep(for: delay) }
            return try outcome.get()
        }
    }

    /// The requests that were sent, in their order.
    public var requests: [Request] { sent() }

    /// Asks the function or the server.
    public func send(_ request: Request) async throws -> Response {
        let response = try await respond(request)
        if let failure = response.stubbedFailure { throw failure }
        return response
    }

    /// Asks the function or the server, and gives the body in the pieces in which it comes; see
    /// `Response.inPieces(of:)` and `Response.cut(after:by:)`.
    public func stream(_ request: Request) async throws -> ResponseStream {
        var response = try await respond(request)
        let rest = Locked(response.stubbedPieces.filter { !$0.isEmpty }[...])
        let failure = response.stubbedFailure
        response.body = Data()
        response.leftBody = nil
        return ResponseStream(
            response,
            body: ResponseStream.Pieces {
                if let piece = rest.withLock({ $0.popFirst() }) { return piece }
                if let failure { throw failure }
                return nil
            })
    }
}
