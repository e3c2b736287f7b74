import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension LoopbackServer {
    /// Reads one request after the other from bytes that come in pieces of any size.
    struct RequestReader {
        /// A request as far as it was read.
        struct Incoming: Equatable {
            let head: RequestHead
            let body: Data
            /// Whether all of the body was read, so that the next request can follow.
            let isWhole: Bool
        }

        private let bodyLimit: Int
        private let receive: (Int) throws -> [UInt8]
        private var buffer: ArraySlice<UInt8> = []

        /// A reader that gets its bytes from a function: at most so many at a time, none at the end.
        init(bodyLimit: Int = .max, receive: @escaping (Int) throws -> [UInt8]) {
            self.bodyLimit = bodyLimit
            self.receive = receive
        }

        /// The next request; nil when the client has no more.
        ///
        /// - Parameter invite: Called when the client waits for a 100 (Continue) before it sends the body.
        mutating func next(inviting invite: () throws -> Void) throws -> Incoming? {
            guard let head = try readHead() else { return nil }
            let framing = try head.framing()
            if head.expectsContinue, framing != .length(0), bodyLimit > 0, buffer.isEmpty { try invite() }
            switch framing {
            case .length(let length):
                let body = try readBody(length: min(length, bodyLimit))
                return Incoming(head: head, body: body, isWhole: body.count == length)
            case .chunked:
                let (body, isWhole) = bodyLimit > 0 ? try readChunks() : (Data(), false)
                return Incoming(head: head, body: body, isWhole: isWhole)
            }
        }

        private mutating func readHead() throws -> RequestHead? {
            while true {
                // Empty lines before a request are left over from the one before (RFC 9112, section 2.2).
                buffer = buffer.drop { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
                let end = RequestHead.end(in: buffer)
                guard (end ?? buffer.endIndex) - buffer.startIndex <= RequestHead.limit else {
                    throw MalformedRequest("The head is longer than \(RequestHead.limit) bytes.", status: 431)
                }
                if let end {
                    defer { buffer = buffer[end...] }
                    return try RequestHead(parsing: buffer[..<end])
                }
                if try !fill(16 * 1024) {
                    guard buffer.isEmpty else { throw MalformedRequest("The connection ended within the head.") }
                    return nil
                }
            }
        }

        private mutating func readBody(length: Int) throws -> Data {
            var body = Data()
            body.reserveCapacity(min(length, 1 << 28))
            while true {
                let piece = buffer.prefix(length - body.count)
                body.append(contentsOf: piece)
                buffer = buffer.dropFirst(piece.count)
                if body.count == length { return body }
                try fillBody(min(length - body.count, Self.pieceSize))
            }
        }

        private mutating func readChunks() throws -> (body: Data, isWhole: Bool) {
            var body = Data()
            var decoder = ChunkDecoder()
            while true {
                try decoder.decode(&buffer, into: &body)
                guard body.count <= bodyLimit else { return (body.prefix(bodyLimit), false) }
                if decoder.isComplete { return (body, true) }
                try fillBody(Self.pieceSize)
            }
        }

        private mutating func fillBody(_ count: Int) throws {
            guard try fill(count) else { throw MalformedRequest("The connection ended within the body.") }
        }

        /// Appends what comes; false when nothing comes any more.
        private mutating func fill(_ count: Int) throws -> Bool {
            let bytes = try receive(count)
            buffer = buffer.isEmpty ? bytes[...] : buffer + bytes
            return !bytes.isEmpty
        }

        private static let pieceSize = 256 * 1024
    }
}
