/// The whole body of a response that a task waits for.
///
/// A short body is decoded with the loop's turn. The waiting task decodes the rest of a long one from the bytes that
/// the loop passes on, so no body delays others.
///
/// `@unchecked Sendable`: it belongs to its transfer, and is passed to the loop with it. Once the task decodes the
/// rest, the loop uses only the pipe, and sets the metrics before the pipe's end. A piece is appended at a time, so
/// accesses to the body don't overlap.
final class WholeBody: ResponseSink, @unchecked Sendable {
    /// The result for the waiting task.
    enum Received {
        case whole(Response)
        /// The rest isn't decoded yet: see `rest(until:_:)`.
        case part
    }

    private let request: Request
    private let limit: Int
    private var head = ResponseHead()
    @exclusivity(unchecked) private var body = BodyBuffer()
    private var isBegun = false
    private var isContentLeft = false
    private var decoder: ContentDecoder?
    private var metrics: ExchangeMetrics?
    private var continuation: UnsafeContinuation<Received, any Error>?
    /// The pipe for the coded bytes that the task decodes.
    private var pipe: BodyPipe?

    /// The number of bytes that are decoded with the loop's turn: about three milliseconds of work.
    private static let decodedAtOnce = 1 << 20

    init(_ request: Request, limit: Int) {
        self.request = request
        self.limit = min(limit, request.maximumBodySize ?? limit)
    }

    /// Sets the continuation of the waiting task. Call it once, before the transfer starts.
    func setContinuation(_ continuation: UnsafeContinuation<Received, any Error>) { self.continuation = continuation }

    func begin(_ head: ResponseHead) throws(TransportError) {
        self.head = head
        guard !isContentLeft, let length = head.contentLength, length > limit, let status = head.status else { return }
        let response = Response(status: status, headerFields: head.headerFields)
        try request.checkDeclaredSize(length, of: response, limit: limit)
    }

    func receive(_ bytes: UnsafeRawBufferPointer) throws(TransportError) -> Bool {
        if !isBegun {
            isBegun = true
            decoder = try request.decoder(for: head)
            // A server may declare any length, so at most a megabyte is reserved for it.
            if let length = head.contentLength {
                _ = body.reserveCapacity(min(max(length, bytes.count), limit, 1 << 20))
            }
        }
        guard let decoder else {
            try body.append(bytes, limit: limit)
            return true
        }
        if let pipe {
            defer { pipe.handOn(parts: false) }
            return try pipe.receive(bytes)
        }
        decoder.feed(Data(bytes))
        while true {
            switch try decoder.next() {
            case .needsMore: return true
            case .piece(let piece):
                try append(piece)
                guard body.count > Self.decodedAtOnce else { continue }
            case .unfinished: break
            }
            pipe = BodyPipe()
            continuation.take()?.resume(returning: .part)
            return true
        }
    }

    /// Decodes the rest.
    ///
    /// - Parameter resume: Called if the transfer waits for space, and there is space again.
    func rest(until deadline: Deadline, _ resume: () -> Void) async throws -> Response {
        guard let decoder, let pipe else { return try response() }
        while true {
            try deadline.check()
            switch try decoder.next() {
            case .piece(let piece): try append(piece)
            case .unfinished: break
            case .needsMore:
                guard let bytes = try await pipe.next(resume) else { return try response() }
                decoder.feed(bytes)
                continue
            }
            await Task.yield()
        }
    }

    private func append(_ piece: Data) throws(TransportError) {
        let end = piece.withUnsafeBytes { bytes in
            Result { () throws(TransportError) in try body.append(bytes, limit: limit) }
        }
        try end.get()
    }

    func leaveContent() { isContentLeft = true }

    func flush() {}

    func measure(_ metrics: ExchangeMetrics) { self.metrics = metrics }

    func finish(_ outcome: Result<Void, any Error>) {
        if let pipe { return pipe.finish(outcome) }
        continuation.take()?.resume(
            with: Result {
                try outcome.get()
                return .whole(try response())
            })
    }

    private func response() throws -> Response {
        if !isContentLeft { try decoder?.finish() }
        guard let status = head.status else {
            throw TransportError(.malformedResponse, "the answer is not an HTTP response")
        }
        var response = Response(
            status: status, headerFields: head.headerFields, body: body.take(), url: request.url)
        if metrics != nil { response.metrics = metrics }
        return isContentLeft ? response.withoutContent() : response
    }
}
