public import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How the body of a stubbed response comes: in which pieces, and how far.
final class StubbedBody: LeftBody {
    let size: Int
    /// Where it is cut, and why; nil for a body that comes to its end.
    let cut: (count: Int, failure: TransportError)?

    init(size: Int, cut: (count: Int, failure: TransportError)?) { (self.size, self.cut) = (size, cut) }

    func pieces(of body: Data) -> [Data] {
        let body = cut.map { body.prefix($0.count) } ?? body
        return stride(from: 0, to: body.count, by: size).map { start in body.dropFirst(start).prefix(size) }
    }
}

extension Response {
    /// The same response for a stream, its body coming in pieces of so many bytes.
    public func inPieces(of size: Int) -> Response {
        var response = self
        response.leftBody = StubbedBody(size: max(1, size), cut: stubbedBody?.cut)
        return response
    }

    /// The same response, its body ending too early: so many bytes come, then the connection fails. A load that waits
    /// for the whole body fails at the transport stage; a stream gets what came.
    public func cut(after count: Int, by kind: TransportError.Kind = .connectionLost) -> Response {
        var response = self
        let failure = TransportError(kind, "the stub says: \(kind)")
        response.leftBody = StubbedBody(size: stubbedBody?.size ?? .max, cut: (max(0, count), failure))
        return response
    }

    private var stubbedBody: StubbedBody? { leftBody as? StubbedBody }

    /// The pieces of the body, in their order.
    var stubbedPieces: [Data] { stubbedBody?.pieces(of: body) ?? [body] }

    /// Why the body ends behind its pieces; nil when it comes to its end.
    var stubbedFailure: TransportError? { stubbedBody?.cut?.failure }

    /// The response as it comes to who has asked: a body that is cut comes to those alone who read it while it comes.
    func delivered(to request: Request) throws -> Response {
        guard let stubbedBody, !request.leavesBody || !status.isSuccessful else { return self }
        if let failure = stubbedBody.cut?.failure { throw failure }
        var response = self
        response.leftBody = nil
        return response
    }
}

extension StubAnswer {
    /// The same answer for a stream, its body coming in pieces of so many bytes.
    public func inPieces(of size: Int) -> StubAnswer { changingResponse { $0.inPieces(of: size) } }

    /// The same answer, its body ending too early: so many bytes come, then the connection fails.
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
