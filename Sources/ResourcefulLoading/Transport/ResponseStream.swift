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
