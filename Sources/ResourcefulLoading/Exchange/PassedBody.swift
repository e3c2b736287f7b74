/// Passes on the pieces of a body, up to the allowed size, and counts them.
final class PassedBody: Sendable {
    private let pieces: ResponseStream.Pieces
    private let request: Request
    private let isSuccess: Bool
    private let meter: CountedExchange?
    private let count = Locked(0)

    private init(_ stream: ResponseStream, to request: Request) {
        (pieces, isSuccess) = (stream.body, stream.response.status.isSuccessful)
        (self.request, meter) = (request, request.countedExchange)
    }

    /// Returns the body of a stream, limited and counted if necessary.
    ///
    /// - Throws: `TransportError` if its declared size is larger than allowed.
    static func body(of stream: ResponseStream, to request: Request) throws -> ResponseStream.Pieces {
        let meter = request.countedExchange
        let fields = stream.response.headerFields
        if let limit = request.maximumBodySize {
            try request.checkDeclaredSize(fields.contentLength, of: stream.response, limit: limit)
        } else if meter == nil {
            return stream.body
        }
        if let meter, !meter.isCountedByTransport {
            meter.send((try? request.body?.knownLength) ?? 0)
            // Such a transport returns decoded pieces.
            let isUnknown = fields.contains(.contentEncoding)
            meter.answer(inPlaceOfTransport: request.method == .head ? 0 : isUnknown ? nil : fields.contentLength)
        }
        let counts = meter?.isCountedByTransport == false
        let body = PassedBody(stream, to: request)
        return ResponseStream.Pieces { try await body.next(counts: counts) }
    }

    private func next(counts: Bool) async throws -> Data? {
        do {
            var pieces = pieces.makeAsyncIterator()
            guard let piece = try await pieces.next() else {
                meter?.end(inVain: !isSuccess)
                return nil
            }
            let total = count.withLock { count in
                count += piece.count
                return count
            }
            try request.checkSize(total)
            if counts { meter?.receive(piece.count) }
            return piece
        } catch {
            meter?.end(inVain: true)
            throw error
        }
    }
}
