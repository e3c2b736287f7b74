extension LoopbackServer {
    /// Reads requests from bytes that arrive in pieces of any size.
    struct RequestReader {
        /// A request, as much of it as was read.
        struct Incoming: Equatable {
            let head: RequestHead
            let body: Data
            /// Whether the whole body was read, so that the next request can follow.
            let isWhole: Bool
        }

        private let bodyLimit: Int
        private let receive: (Int) throws -> [UInt8]
        private let handOver: ((RequestHead, Data) throws -> Void)?
        private var buffer: ArraySlice<UInt8> = []

        /// Creates a reader that gets its bytes from a function, which returns at most the given number of bytes and
        /// none at the end.
        ///
        /// - Parameter handOver: The function that receives each piece of a body as it arrives. The body isn't kept
        ///   then.
        init(
            bodyLimit: Int = .max, handingOver handOver: ((RequestHead, Data) throws -> Void)? = nil,
            receive: @escaping (Int) throws -> [UInt8]
        ) {
            self.bodyLimit = bodyLimit
            self.handOver = handOver
            self.receive = receive
        }

        /// Returns the next request; nil if the client has no more.
        ///
        /// - Parameter invite: The function that is called if the client waits for a 100 (Continue) before it sends the
        ///   body.
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
                // Empty lines may precede a request (RFC 9112, section 2.2).
                buffer = buffer.drop { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
                // A handshake of TLS (RFC 8446, section 5.1) is no beginning of a head, and would wait for the answer.
                guard buffer.first != 0x16 else { throw MalformedRequest("This server speaks http, not https.") }
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

        /// Reads the given number of bytes, and returns it.
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

        /// Reads chunks up to the limit. Returns whether that was the whole body.
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

        /// Appends the next bytes. Returns false at the end.
        private mutating func fill(_ count: Int) throws -> Bool {
            let bytes = try receive(count)
            buffer = buffer.isEmpty ? bytes[...] : buffer + bytes
            return !bytes.isEmpty
        }

        private static let pieceSize = 256 * 1024
    }
}

extension LoopbackServer.RequestReader {
    /// The part of a body that has arrived: kept, or handed over.
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
    /// The reason why bytes aren't a valid request, and the status to answer with.
    struct MalformedRequest: Error, Equatable {
        let status: Response.Status
        let reason: String

        init(_ reason: String, status: Response.Status = 400) {
            self.status = status
            self.reason = reason
        }
    }
}
