public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A response whose body is still on its way.
public struct ResponseStream: Sendable {
    /// The status, the fields and the URL; its body is empty.
    public let response: Response
    /// The content, its coding already undone, piece by piece as it comes.
    public let body: Pieces

    /// A response and the body that follows it.
    public init(_ response: Response, body: Pieces) {
        self.response = response
        self.body = body
    }

    /// The response with its whole body: what a transport's `send(_:)` returns when it is made from its
    /// ``Transport/stream(_:)``.
    ///
    /// - Parameters:
    ///   - request: What it answers; a limit that it sets holds, too.
    ///   - limit: How many bytes the body may have.
    /// - Throws: `TransportError` of the kind `tooLarge` as soon as the body has more bytes than are allowed, or
    ///   declares to have more; what reading the body throws.
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

    /// Pieces of a body, in their order, as large as they come. They can be read once, by one reader.
    ///
    /// Who reads slowly slows the server down: no more than about half a megabyte is kept. Who lets go of the pieces
    /// ends the transfer.
    public struct Pieces: AsyncSequence, Sendable {
        private let pull: @Sendable () async throws -> Data?

        /// Pieces that a function fetches one by one, until it returns nil.
        public init(_ pull: @escaping @Sendable () async throws -> Data?) { self.pull = pull }

        /// All of the pieces in one.
        public init(_ data: Data) {
            let rest = Locked<Data?>(data.isEmpty ? nil : data)
            pull = { rest.withLock { $0.take() } }
        }

        /// Reads the pieces.
        public func makeAsyncIterator() -> Iterator { Iterator(pull: pull) }

        /// Fetches one piece after the other.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let pull: @Sendable () async throws -> Data?

            /// The next piece; nil after the last one.
            ///
            /// - Throws: `TransportError` when the body did not come to its end; `CancellationError`.
            public mutating func next() async throws -> Data? { try await pull() }
        }
    }
}
