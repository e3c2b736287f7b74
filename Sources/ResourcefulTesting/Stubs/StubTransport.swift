public import ResourcefulCore
public import ResourcefulLoading

/// A transport that asks a function or a stubbed server instead of a real one.
///
/// The request it is given is the one that would be sent, policies applied; what comes back goes through validation and
/// parsing as a live response does, and an error is one of the transport stage.
public struct StubTransport: Transport {
    private let respond: @Sendable (Request) async throws -> Response
    private let session: StubSession?

    /// A transport that answers with what the function returns.
    public init(_ respond: @escaping @Sendable (Request) async throws -> Response) {
        self.respond = respond
        session = nil
    }

    /// A transport that answers as a stubbed server does, from its beginning. Copies are the same server.
    ///
    /// - Parameters:
    ///   - server: The stubs.
    ///   - sleeping: Whether an answer takes as long as its stub says; else all come at once.
    public init(_ server: StubServer, sleeping: Bool = false) {
        let session = StubSession(server)
        self.session = session
        respond = { request in
            let (outcome, delay) = session.answer(to: request).outcome(for: request)
            if sleeping, delay > .zero { try await Task.sleep(for: delay) }
            return try outcome.get()
        }
    }

    /// The requests that the stubbed server got, in their order; none of a transport that asks a function.
    public var requests: [Request] { session?.requests ?? [] }

    /// Asks the function or the server.
    public func send(_ request: Request) async throws -> Response { try await respond(request) }
}
