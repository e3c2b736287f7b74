import Foundation
import ResourcefulCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What has come of one response, and who waits for it.
struct Exchange: Sendable {
    private let url: URL
    private let limit: Int
    private let continuation: CheckedContinuation<Response, any Error>
    private var body = Data()

    init(_ request: Request, limit: Int, _ continuation: CheckedContinuation<Response, any Error>) {
        url = request.url
        self.limit = limit
        self.continuation = continuation
    }

    /// Takes a piece of the body.
    ///
    /// - Throws: `TransportError` when the body is larger than allowed.
    mutating func receive(_ piece: Data) throws(TransportError) {
        guard body.count + piece.count <= limit else {
            throw .largerThan(limit)
        }
        if body.isEmpty { body = piece } else { body.append(piece) }
    }

    /// Hands the outcome over. To be called once.
    func finish(_ response: URLResponse?, _ error: (any Error)?) {
        do {
            finish(.success(try outcome(response, error)))
        } catch {
            finish(.failure(error))
        }
    }

    /// Hands an outcome over. To be called once.
    func finish(_ outcome: Result<Response, any Error>) {
        continuation.resume(with: outcome)
    }

    private func outcome(_ response: URLResponse?, _ error: (any Error)?) throws -> Response {
        if let error { throw TransportError(urlSession: error, url: url) }
        guard let answer = response as? HTTPURLResponse, answer.statusCode >= 200 else {
            throw TransportError(.malformedResponse, "the answer is not an HTTP response, or not a final one")
        }
        return try Response(answer, body: body, url: url)
    }
}
