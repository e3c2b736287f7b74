import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The body that follows a response, until somebody takes it to read it.
private final class FollowingBody: LeftBody {
    private let pieces: Locked<ResponseStream.Pieces?>

    init(_ pieces: ResponseStream.Pieces) { self.pieces = Locked(pieces) }

    func take() -> ResponseStream.Pieces? { pieces.withLock { $0.take() } }
}

extension Response {
    /// The body that was left to be read, once: who takes it owns the transfer.
    func takeLeftBody() -> ResponseStream.Pieces? { (leftBody as? FollowingBody)?.take() }
}

extension Transport {
    /// Sends a request, and leaves the body of a successful response to be read.
    ///
    /// What is no success is read here, for those who want to know why: a megabyte of it at most.
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
