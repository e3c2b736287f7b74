extension LoopbackServer {
    /// Starts a server that answers like a stubbed server, on real connections and starting with its first answers.
    ///
    /// A failure becomes the nearest fault of a server: silence for a timeout, a reset for a lost connection, a
    /// malformed head for a malformed response, and a connection closed before the answer for all others. A request
    /// that nothing matches gets a 501 whose text gives the reason.
    ///
    /// - Parameters:
    ///   - server: The stubs.
    ///   - port: The port; 0 for any free port.
    ///   - sleeping: Whether each answer is delayed as its stub says. If false, all answers come at once.
    /// - Throws: If the system has no socket or thread left, or if the port is taken.
    public convenience init(_ server: StubServer, port: UInt16 = 0, sleeping: Bool = false) throws {
        let session = StubSession(server)
        try self.init(port: port) { request in
            let answer = session.answer(to: request)
            let wire = answer.onTheWire
            return sleeping && answer.delay > .zero ? .delayed(wire, by: answer.delay) : wire
        }
    }
}

extension StubAnswer {
    /// The answer on a connection.
    fileprivate var onTheWire: LoopbackServer.Answer {
        switch content {
        case .response(let response): .response(response)
        case .mistake(let error): .response(Response(status: 501, text: "\(error)"))
        // The body has one byte because nothing can be missing from an empty body.
        case .failure(let error): .faulty(Response(body: Data([0])), (error as? TransportError).fault)
        }
    }
}

extension TransportError? {
    /// The fault that makes a client fail with this error.
    fileprivate var fault: LoopbackServer.Fault {
        switch self?.kind {
        case .timedOut: .silence
        case .connectionLost: .reset(after: 0)
        case .malformedResponse: .malformedHead("this is not HTTP\r\n\r\n")
        default: .closeBeforeAnswer
        }
    }
}
