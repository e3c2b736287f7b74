public import ResourcefulCore
import ResourcefulLoading

extension LoopbackServer {
    /// A server that answers as a function says, but for one request, whose exchange fails.
    ///
    ///     let server = try LoopbackServer(failing: 2, by: .truncated) { request in Response(body: fixture) }
    ///
    /// - Parameters:
    ///   - number: Which of the requests fails, counted from 1 in the order in which they come.
    ///   - failure: How it fails. A connection can't be refused that was accepted: it is closed behind the status line
    ///     instead. What times out is never answered, so give the request a timeout.
    ///   - respond: The answers, as in ``init(_:)``.
    /// - Throws: when the system has no socket or no thread for it.
    public convenience init(
        failing number: Int, by failure: ExchangeFailure,
        _ respond: @escaping @Sendable (Request) throws -> Response
    ) throws {
        let count = Locked(0)
        try self.init(port: 0) { request in
            let current = count.withLock { count in
                count += 1
                return count
            }
            guard current == number else { return .response(try respond(request)) }
            return try failure.answer(to: request, from: respond)
        }
    }
}

extension ExchangeFailure {
    /// How a ``LoopbackServer`` plays the failure for a request.
    ///
    /// - Throws: what the function throws.
    public func answer(
        to request: Request, from respond: (Request) throws -> Response
    ) throws -> LoopbackServer.Answer {
        switch self {
        // A connection that was used before and ends without an answer is no failure to clients, which send the request
        // again on another one (RFC 9112, section 9.3.1); so the status line is sent.
        case .refused: return .faulty(Response(), .cutShortInHead(after: 17))
        case .timedOut: return .faulty(try respond(request), .silence)
        case .reset:
            let response = try respond(request)
            return .faulty(response, .reset(after: response.body.count / 2))
        case .status(let status): return .response(Self.refusal(status))
        case .empty, .wrongJSON: return .response(spoilt(try respond(request)))
        // Without a length, nobody notices.
        case .truncated: return .untilClose(spoilt(try respond(request)))
        }
    }
}
