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
        private let handOver: ((RequestHead, Data) throws -> Void)?
        private var buffer: ArraySlice<UInt8> = []

        /// A reader that gets its bytes from a function: at most so many at a time, none at the end.
        ///
        /// - Parameter handOver: Takes each piece of a body as it comes; then none of it is kept.
        init(
            bodyLimit: Int = .max, handingOver handOver: ((RequestHead, Data) throws -> Void)? = nil,
            receive: @escaping (Int) throws -> [UInt8]
        ) {
            self.bodyLimit = bodyLimit
            self.handOver = handOver
            self.receive = receive
        }

        /// The next request; nil when the client has no more.
        ///
        /// - Parameter invite: Called when the client waits for a 100 (Continue) before it sends the body.
        mutating func next(inviting invite: () throws -> Void) throws -> Incoming? {
            guard let head = try readHead() else { return nil }
            let framing = try head.framing()
            if head.expectsContinue, framing != .length(0), bodyLimit > 0, buffer.isEmpty { try invite() }
            var body = Body(head: head, handOver: handOver)
            let isWhole =
                switch framing {
                case .length(let length): try readBody(&body, length: min(length, bodyLimit)) == length
                case .chunked: try bodyLimit > 0 && readChunks(&body)
                }
            return Incoming(head: head, body: body.kept, isWhole: isWhole)
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

        /// Reads so many bytes; returns their number.
        private mutating func readBody(_ body: inout Body, length: Int) throws -> Int {
            body.reserveCapacity(length)
            while true {
                let piece = buffer.prefix(length - body.count)
                try body.append(Data(piece))
                buffer = buffer.dropFirst(piece.count)
                if body.count == length { return length }
                try fillBody(min(length - body.count, Self.pieceSize))
            }
        }

        /// Reads chunks, at most as much as the limit; returns whether that was all.
        private mutating func readChunks(_ body: inout Body) throws -> Bool {
            var decoder = ChunkDecoder()
            while true {
                var piece = Data()
                try decoder.decode(&buffer, into: &piece)
                let rest = bodyLimit - body.count
                try body.append(piece.prefix(rest))
                guard piece.count <= rest else { return false }
                if decoder.isComplete { return true }
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

extension LoopbackServer.RequestReader {
    /// What has come of a body: kept, or handed over.
    private struct Body {
        let head: LoopbackServer.RequestHead
        let handOver: ((LoopbackServer.RequestHead, Data) throws -> Void)?
        private(set) var kept = Data()
        private(set) var count = 0

        init(head: LoopbackServer.RequestHead, handOver: ((LoopbackServer.RequestHead, Data) throws -> Void)?) {
            self.head = head
            self.handOver = handOver
        }

        mutating func reserveCapacity(_ count: Int) {
            if handOver == nil { kept.reserveCapacity(min(count, 1 << 28)) }
        }

        mutating func append(_ piece: Data) throws {
            guard !piece.isEmpty else { return }
            count += piece.count
            if let handOver { try handOver(head, piece) } else { kept.append(piece) }
        }
    }
}

extension LoopbackServer {
    /// Why bytes are not a request that can be answered, and the status that says so.
    struct MalformedRequest: Error, Equatable {
        let status: Response.Status
        let reason: String

        init(_ reason: String, status: Response.Status = 400) {
            self.status = status
            self.reason = reason
        }
    }
}
