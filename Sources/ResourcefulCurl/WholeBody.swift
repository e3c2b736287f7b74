import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps the whole body, for somebody who waits for the response.
///
/// `@unchecked Sendable`: it belongs to its transfer, and is handed over to the loop with it.
final class WholeBody: ResponseSink, @unchecked Sendable {
    private let request: Request
    private let limit: Int
    private var head = ResponseHead()
    private var body = BodyBuffer()
    private var isBegun = false
    private var decoder: ContentDecoder?
    private var metrics: ExchangeMetrics?
    private var continuation: UnsafeContinuation<Response, any Error>?

    init(_ request: Request, limit: Int) {
        self.request = request
        self.limit = min(limit, request.maximumBodySize ?? limit)
    }

    /// Notes who waits. To be called once, before the transfer is handed over.
    func setContinuation(_ continuation: UnsafeContinuation<Response, any Error>) { self.continuation = continuation }

    func begin(_ head: ResponseHead) throws(TransportError) {
        self.head = head
        guard let length = head.contentLength, length > limit, let status = head.status else { return }
        let response = Response(status: status, headerFields: head.headerFields)
        try request.checkDeclaredSize(length, of: response, limit: limit)
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Bool {
        if !isBegun {
            isBegun = true
            decoder = try request.decoder(for: head)
            // A server may declare what it likes: no more than a megabyte is believed beforehand.
            if let length = head.contentLength {
                _ = body.reserveCapacity(min(max(length, bytes.count), limit, 1 << 20))
            }
        }
        guard let decoder else {
            try body.append(bytes, limit: limit)
            return true
        }
        decoder.feed(Data(bytes))
        while let piece = try decoder.next() {
            let end = piece.withUnsafeBytes { bytes in
                Result { () throws(TransportError) in try body.append(bytes, limit: limit) }
            }
            try end.get()
        }
        return true
    }

    func flush() {}

    func measure(_ metrics: ExchangeMetrics) { self.metrics = metrics }

    func finish(_ outcome: Result<Void, any Error>) {
        continuation?.resume(with: Result { try response(outcome.get()) })
        continuation = nil
    }

    private func response(_: Void) throws -> Response {
        if isBegun { try decoder?.finish() } else { try request.checkEmptyBody(of: head) }
        guard let status = head.status else {
            throw TransportError(.malformedResponse, "the answer is not an HTTP response")
        }
        var response = Response(
            status: status, headerFields: head.headerFields, body: body.take(), url: request.url)
        if metrics != nil { response.metrics = metrics }
        return response
    }
}
