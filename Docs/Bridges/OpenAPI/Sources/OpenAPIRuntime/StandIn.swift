public import Foundation
public import HTTPTypes

// The part of swift-openapi-runtime that the bridge uses, in its shape, for machines that can't fetch it. Written from
// its documentation; see Package.swift.

/// Sends the requests of a generated client.
public protocol ClientTransport: Sendable {
    func send(
        _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String
    ) async throws -> (HTTPResponse, HTTPBody?)
}

/// Stands between a generated client and its transport.
public protocol ClientMiddleware: Sendable {
    func intercept(
        _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String,
        next: @Sendable (HTTPRequest, HTTPBody?, URL) async throws -> (HTTPResponse, HTTPBody?)
    ) async throws -> (HTTPResponse, HTTPBody?)
}

/// A body in pieces.
public final class HTTPBody: AsyncSequence, Sendable {
    /// A piece.
    public typealias ByteChunk = ArraySlice<UInt8>
    /// A piece.
    public typealias Element = ByteChunk

    /// How many bytes there are.
    public enum Length: Hashable, Sendable {
        case unknown
        case known(Int64)
    }

    /// How often the pieces can be read.
    public enum IterationBehavior: Hashable, Sendable {
        case single
        case multiple
    }

    /// How many bytes there are.
    public let length: Length
    /// How often the pieces can be read.
    public let iterationBehavior: IterationBehavior
    private let makeNext: @Sendable () -> () async throws -> ByteChunk?

    /// Creates a body in one piece.
    public init(_ bytes: [UInt8]) {
        (length, iterationBehavior) = (.known(Int64(bytes.count)), .multiple)
        makeNext = {
            var rest = bytes.isEmpty ? nil : bytes[...]
            return { rest.take() }
        }
    }

    /// Creates a body of pieces.
    public init<Bytes: AsyncSequence & Sendable>(
        _ sequence: Bytes, length: Length, iterationBehavior: IterationBehavior
    ) where Bytes.Element == ByteChunk {
        (self.length, self.iterationBehavior) = (length, iterationBehavior)
        makeNext = {
            var iterator = sequence.makeAsyncIterator()
            return { try await iterator.next() }
        }
    }

    /// Reads the pieces.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let produce: () async throws -> ByteChunk?

        /// Returns the next piece.
        public mutating func next() async throws -> ByteChunk? { try await produce() }
    }

    /// Begins to read.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(produce: makeNext()) }
}
