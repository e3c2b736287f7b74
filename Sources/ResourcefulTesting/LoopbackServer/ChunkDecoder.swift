extension LoopbackServer {
    /// Decodes the chunked transfer coding, from pieces of any size (RFC 9112, section 7.1).
    ///
    /// It checks and drops trailers, and drops chunk extensions.
    struct ChunkDecoder {
        private enum State: Equatable {
            case size
            case data(Int)
            case dataEnd
            case trailers
            case complete
        }

        private var state = State.size
        private var line: [UInt8] = []
        private var trailersLength = 0

        /// Whether the last chunk and the trailers have been read.
        var isComplete: Bool { state == .complete }

        /// Decodes the front of the input, until the body is complete or the input is used up.
        mutating func decode(
            _ input: inout ArraySlice<UInt8>, into body: inout Data
        ) throws(LoopbackServer.MalformedRequest) {
            while !isComplete, !input.isEmpty {
                if case .data(let remaining) = state {
                    let piece = input.prefix(remaining)
                    body.append(contentsOf: piece)
                    input = input.dropFirst(piece.count)
                    state = piece.count == remaining ? .dataEnd : .data(remaining - piece.count)
                } else if let line = try takeLine(from: &input) {
                    state = try state(after: line)
                }
            }
        }

        /// Returns a whole line without its CRLF; nil if its end hasn't arrived yet.
        private mutating func takeLine(
            from input: inout ArraySlice<UInt8>
        ) throws(LoopbackServer.MalformedRequest) -> [UInt8]? {
            let end = input.firstIndex { $0 == UInt8(ascii: "\n") }.map { $0 + 1 } ?? input.endIndex
            line += input[..<end]
            input = input[end...]
            guard line.count <= RequestHead.limit else { throw .init("A line of the chunked coding is too long.") }
            guard line.last == UInt8(ascii: "\n") else { return nil }
            defer { line = [] }
            guard line.dropLast().last == UInt8(ascii: "\r") else {
                throw .init("A line of the chunked coding does not end with CRLF.")
            }
            return line.dropLast(2)
        }

        private mutating func state(after line: [UInt8]) throws(LoopbackServer.MalformedRequest) -> State {
            if state == .size {
                let size = try Self.size(in: line)
                return size == 0 ? .trailers : .data(size)
            }
            if state == .dataEnd {
                guard line.isEmpty else { throw .init("A chunk is longer than its size.") }
                return .size
            }
            if line.isEmpty { return .complete }
            trailersLength += line.count
            guard trailersLength <= RequestHead.limit else { throw .init("The trailers are too long.", status: 431) }
            _ = try RequestHead.fields(in: [line[...]])
            return .trailers
        }

        /// Returns the size before any chunk extension: hexadecimal digits. White space after them is tolerated.
        private static func size(in line: [UInt8]) throws(LoopbackServer.MalformedRequest) -> Int {
            let number = line.prefix { $0 != UInt8(ascii: ";") }
            let digits = number.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            let isBlankAfter = number.dropFirst(digits.count).allSatisfy { $0 == UInt8(ascii: " ") || $0 == 0x09 }
            // `Int` also accepts a sign, which isn't a digit.
            let isSigned = digits.first == UInt8(ascii: "+") || digits.first == UInt8(ascii: "-")
            guard isBlankAfter, !isSigned, let size = Int(String(decoding: digits, as: UTF8.self), radix: 16) else {
                throw .init("The size of a chunk is not a hexadecimal number.")
            }
            return size
        }
    }
}
