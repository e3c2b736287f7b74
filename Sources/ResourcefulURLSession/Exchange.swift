import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Keeps the whole response for the task that waits for it.
final class Exchange: Reception {
    let meter: TaskMeter?
    let request: Request
    private let limit: Int
    private let continuation: CheckedContinuation<Response, any Error>
    private let body = Locked(Data())

    init(_ request: Request, limit: Int, _ continuation: CheckedContinuation<Response, any Error>) {
        self.request = request
        self.limit = min(limit, request.maximumBodySize ?? limit)
        self.continuation = continuation
        meter = request.meter.map(TaskMeter.init)
    }

    func begin(_ answer: HTTPURLResponse) throws(TransportError) {
        guard let length = answer.value(forHTTPHeaderField: "Content-Length").flatMap({ Int($0) }), length > limit
        else { return }
        let head = try Response(answer, body: Data(), url: request.url)
        try request.checkDeclaredSize(length, of: head, limit: limit)
    }

    func receive(_ piece: Data) throws(TransportError) {
        let isTaken = body.withLock { [limit] body in
            guard body.count + piece.count <= limit else { return false }
            if body.isEmpty { body = piece } else { body.append(piece) }
            return true
        }
        guard isTaken else { throw .largerThan(limit) }
    }

    func finish(_ answer: URLResponse?, _ error: (any Error)?) {
        continuation.resume(with: Result { try response(answer, error) })
    }

    func fail(_ error: any Error) { continuation.resume(throwing: error) }

    private func response(_ answer: URLResponse?, _ error: (any Error)?) throws -> Response {
        if let error { throw TransportError(urlSession: error, url: request.url) }
        guard let answer = answer as? HTTPURLResponse, answer.statusCode >= 200 else {
            throw TransportError(.malformedResponse, "the answer is not an HTTP response, or not a final one")
        }
        return try Response(answer, body: body.withLock { $0 }, url: request.url)
    }
}
