/// A response whose body is still arriving.
///
///     /// Sends nothing, and returns a file piece by piece.
///     struct FileTransport: Transport {
///         let file: URL
///
///         func stream(_ request: Request) async throws -> ResponseStream {
///             let bytes = try Data(contentsOf: file)
///             return ResponseStream(Response(), body: ResponseStream.Pieces(bytes))
///         }
///
///         func send(_ request: Request) async throws -> Response {
///             try await stream(request).collected(for: request, upTo: 10 << 20)
///         }
///     }
public struct ResponseStream: Sendable {
    /// The status, the fields and the URL, with an empty body.
    public let response: Response
    /// The decoded content, piece by piece as it arrives.
    public let body: Pieces

    /// Creates a response with the body that follows it.
    public init(_ response: Response, body: Pieces) {
        self.response = response
        self.body = body
    }

    /// Returns the response with its whole body. Use it to implement a transport's `send(_:)` with its
    /// ``Transport/stream(_:)``.
    ///
    /// - Parameters:
    ///   - request: The request of the response. A limit that it sets applies, too.
    ///   - limit: The maximum number of bytes in the body.
    /// - Throws: `TransportError` of the kind `tooLarge` as soon as the body has more bytes than are allowed, or
    ///   declares more; the errors of reading the body.
    public func collected(for request: Request, upTo limit: Int) async throws -> Response {
        let limit = min(limit, request.maximumBodySize ?? limit)
        try request.checkDeclaredSize(response.headerFields.contentLength, of: response, limit: limit)
        var response = response
        for try await piece in body {
            guard response.body.count + piece.count <= limit else { throw TransportError.largerThan(limit) }
            if response.body.isEmpty { response.body = piece } else { response.body.append(piece) }
        }
        return response
    }

    /// The pieces of a body in order, in the sizes in which they arrive. A single reader can read them once.
    ///
    /// A slow reader slows the server down: at most about half a megabyte is kept. Releasing the pieces ends the
    /// transfer.
    ///
    ///     let (chunks, receiver) = AsyncStream.makeStream(of: Data.self)
    ///     receiver.yield(Data("one ".utf8))  // in the callback of another library
    ///     receiver.yield(Data("two".utf8))
    ///     receiver.finish()
    ///     let body = ResponseStream.Pieces { await chunks.first { _ in true } }
    public struct Pieces: AsyncSequence, Sendable {
        private let pull: @Sendable () async throws -> Data?

        /// Creates pieces that a function returns one by one, until it returns nil.
        public init(_ pull: @escaping @Sendable () async throws -> Data?) { self.pull = pull }

        /// Creates a single piece.
        public init(_ data: Data) {
            let rest = Locked<Data?>(data.isEmpty ? nil : data)
            pull = { rest.withLock { $0.take() } }
        }

        /// Creates an iterator that reads the pieces.
        public func makeAsyncIterator() -> Iterator { Iterator(pull: pull) }

        /// Reads one piece after the other.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            fileprivate let pull: @Sendable () async throws -> Data?

            /// Returns the next piece; nil after the last one.
            ///
            /// - Throws: `TransportError` if the body ends early; `CancellationError`.
            public mutating func next() async throws -> Data? { try await pull() }
        }
    }
}
