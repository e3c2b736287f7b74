import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LoopbackServer {
    /// A server that answers as a stubbed one does, from its beginning, on a real connection.
    ///
    /// A failure is the nearest that a server can do: a time-out is silence, a lost connection a reset, and others are
    /// the end of the connection before an answer. A request that nothing is for gets a 501 that says why.
    ///
    /// - Parameters:
    ///   - server: The stubs.
    ///   - port: The port; 0 for any that is free.
    ///   - sleeping: Whether an answer takes as long as its stub says; else all come at once.
    /// - Throws: when the system has no socket or no thread for it, or when the port is taken.
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
    /// What a server does on its connection.
    fileprivate var onTheWire: LoopbackServer.Answer {
        switch content {
        case .response(let response): .response(response)
        case .mistake(let error): .response(Response(status: 501, text: "\(error)"))
        // Of an empty body nothing could be missing.
        case .failure(let error): .faulty(Response(body: Data([0])), (error as? TransportError).fault)
        }
    }
}

extension TransportError? {
    /// What makes a client fail in this way.
    fileprivate var fault: LoopbackServer.Fault {
        switch self?.kind {
        case .timedOut: .silence
        case .connectionLost: .reset(after: 0)
        case .malformedResponse: .malformedHead("this is not HTTP\r\n\r\n")
        default: .closeBeforeAnswer
        }
    }
}
