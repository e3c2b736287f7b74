/// The body after a response, until a reader takes it.
private final class FollowingBody: LeftBody {
    private let pieces: Locked<ResponseStream.Pieces?>

    init(_ pieces: ResponseStream.Pieces) { self.pieces = Locked(pieces) }

    func take() -> ResponseStream.Pieces? { pieces.withLock { $0.take() } }
}

extension Response {
    /// Returns the response to a redirect whose content was not received as a whole: it is left out.
    package func withoutContent() -> Response {
        var response = self
        response.body = Data()
        response.leftBody = FollowingBody(ResponseStream.Pieces { nil })
        return response
    }

    /// Takes the unread body, once. The reader owns the transfer.
    package func takeLeftBody() -> ResponseStream.Pieces? { (leftBody as? FollowingBody)?.take() }
}

extension Transport {
    /// Sends a request, and leaves the body of a successful response to be read.
    ///
    /// Reads up to a megabyte of the body of an unsuccessful response, because it may explain the error.
    func open(_ request: Request) async throws -> Response {
        let stream = try await stream(request)
        var response = stream.response
        guard !response.status.isSuccessful else {
            response.leftBody = FollowingBody(try PassedBody.body(of: stream, to: request))
            return response
        }
        for try await piece in stream.body {
            response.body.append(piece.prefix(Self.explanationLimit - response.body.count))
            if response.body.count == Self.explanationLimit { break }
        }
        return response
    }

    private static var explanationLimit: Int { 1 << 20 }
}
