/// A transport that asks a function or a stubbed server instead of a real one.
///
/// It receives the request that would be sent, with policies applied. Its response is validated and parsed like a live
/// one. Its errors fail the load at the transport stage, unless they already are errors of another stage.
///
///     let transport = StubTransport { request in
///         #expect(request.headerFields.accept == [.json])
///         return Response(body: Data(#"[{"id": 7, "title": "Plans"}]"#.utf8))
///     }
///     let webservice = Webservice(baseURL: api, transport: transport)
///     let episodes = try await webservice.load(Episode.all)
///     print(episodes.count, transport.requests.count)  // 1 1
public struct StubTransport: Transport {
    private let respond: @Sendable (Request) async throws -> Response
    private let sent: @Sendable () -> [Request]

    /// Creates a transport that answers with the result of a function. Copies share ``requests``.
    public init(_ respond: @escaping @Sendable (Request) async throws -> Response) {
        let record = Locked<[Request]>([])
        sent = { record.withLock { $0 } }
        self.respond = { request in
            record.withLock { $0.append(request) }
            return try await respond(request)
        }
    }

    /// Creates a transport that answers like a stubbed server, starting with its first answers. Copies share the
    /// server.
    ///
    /// - Parameters:
    ///   - server: The stubs.
    ///   - sleeping: Whether each answer is delayed as its stub says. If false, all answers come at once.
    public init(_ server: StubServer, sleeping: Bool = false) {
        let session = StubSession(server)
        sent = { session.requests }
        respond = { request in
            let (outcome, delay) = session.answer(to: request).outcome(for: request)
            if sleeping, delay > .zero { try await Task.sleep(for: delay) }
            return try outcome.get()
        }
    }

    /// The requests that were sent, in order.
    public var requests: [Request] { sent() }

    /// Sends a request to the function or the server.
    public func send(_ request: Request) async throws -> Response {
        let response = try await respond(request)
        if let failure = response.stubbedFailure { throw failure }
        return response
    }

    /// Sends a request to the function or the server, and returns the body in the pieces of the stub; see
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
