extension LoopbackServer {
    /// Starts a server that answers with a function, except for one request, whose exchange fails.
    ///
    ///     let server = try LoopbackServer(failing: 2, by: .truncated) { request in
    ///         Response(body: fixture)
    ///     }
    ///
    /// - Parameters:
    ///   - number: The number of the request that fails, counted from 1 in order of arrival.
    ///   - failure: How it fails. An accepted connection can't be refused, so it's closed after the status line
    ///     instead. A request that times out is never answered, so give it a timeout.
    ///   - respond: The function that answers, as in `init(_:)`.
    /// - Throws: If the system has no socket or thread left.
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
    /// Returns the answer with which a `LoopbackServer` simulates the failure of a request.
    ///
    /// - Throws: The errors of the function.
    func answer(
        to request: Request, from respond: (Request) throws -> Response
    ) throws -> LoopbackServer.Answer {
        switch self {
        // If a reused connection ends without an answer, clients don't treat it as a failure and send the request again
        // on another connection (RFC 9112, section 9.3.1). The status line prevents that.
        case .refused: return .faulty(Response(), .cutShortInHead(after: 17))
        case .timedOut: return .faulty(try respond(request), .silence)
        case .reset, .crashed:
            let response = try respond(request)
            return .faulty(response, .reset(after: response.body.count / 2))
        case .status(let status): return .response(Self.refusal(status))
        case .redirected(let url): return .response(Self.redirect(of: request, to: url))
        case .echoed(let status): return .response(Self.echo(of: request, status))
        case .empty, .wrongJSON: return .response(spoilt(try respond(request)))
        // Without a length, the truncation isn't detected.
        case .truncated: return .untilClose(spoilt(try respond(request)))
        }
    }
}
