/// How the body of a stubbed response arrives: the size of its pieces, and where it is cut.
final class StubbedBody: LeftBody {
    let size: Int
    /// The number of bytes after which the body is cut, and the failure; nil for a complete body.
    let cut: (count: Int, failure: TransportError)?

    init(size: Int, cut: (count: Int, failure: TransportError)?) { (self.size, self.cut) = (size, cut) }

    func pieces(of body: Data) -> [Data] {
        let body = cut.map { body.prefix($0.count) } ?? body
        return stride(from: 0, to: body.count, by: size).map { start in body.dropFirst(start).prefix(size) }
    }
}

extension Response {
    /// Returns a copy whose body arrives in pieces of the given number of bytes when it's streamed.
    package func inPieces(of size: Int) -> Response {
        var response = self
        response.leftBody = StubbedBody(size: max(1, size), cut: stubbedBody?.cut)
        return response
    }

    /// Returns a copy whose body is cut: the given number of bytes arrive, then the connection fails. A load that waits
    /// for the whole body fails at the transport stage; a stream receives the bytes before the cut.
    public func cut(after count: Int, by kind: TransportError.Kind = .connectionLost) -> Response {
        var response = self
        let failure = TransportError(kind, "the stub says: \(kind)")
        response.leftBody = StubbedBody(size: stubbedBody?.size ?? .max, cut: (max(0, count), failure))
        return response
    }

    private var stubbedBody: StubbedBody? { leftBody as? StubbedBody }

    /// The pieces of the body, in order.
    package var stubbedPieces: [Data] { stubbedBody?.pieces(of: body) ?? [body] }

    /// The failure after the last piece; nil for a complete body.
    package var stubbedFailure: TransportError? { stubbedBody?.cut?.failure }

    /// Returns the response as a client receives it. A cut body reaches only a request that streams it; others fail.
    package func delivered(to request: Request) throws -> Response {
        guard let stubbedBody, !request.leavesBody || !status.isSuccessful else { return self }
        if let failure = stubbedBody.cut?.failure { throw failure }
        var response = self
        response.leftBody = nil
        return response
    }
}

extension StubAnswer {
    /// Returns a copy whose body arrives in pieces of the given number of bytes when it's streamed.
    public func inPieces(of size: Int) -> StubAnswer { changingResponse { $0.inPieces(of: size) } }

    /// Returns a copy whose body is cut: the given number of bytes arrive, then the connection fails.
    public func cut(after count: Int, by kind: TransportError.Kind = .connectionLost) -> StubAnswer {
        changingResponse { $0.cut(after: count, by: kind) }
    }

    private func changingResponse(_ change: (Response) -> Response) -> StubAnswer {
        guard case .response(let response) = content else { return self }
        var answer = self
        answer.content = .response(change(response))
        return answer
    }
}
