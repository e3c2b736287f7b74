public import ResourcefulCore
public import ResourcefulLoading

/// A transport that asks a function instead of a server.
///
/// The request it is given is the one that would be sent, policies applied; what the function returns goes through
/// validation and parsing as a live response does, and what it throws is an error of the transport stage.
public struct StubTransport: Transport {
    private let respond: @Sendable (Request) async throws -> Response

    /// A transport that answers with what the function returns.
    public init(_ respond: @escaping @Sendable (Request) async throws -> Response) {
        self.respond = respond
    }

    /// Asks the function.
    public func send(_ request: Request) async throws -> Response { try await respond(request) }
}
