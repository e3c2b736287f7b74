import CResourcefulCurl

/// A decoder of a body's content codings, which works piece by piece and knows whether the body was complete.
///
/// `@unchecked Sendable`: one user at a time uses it. It is a transfer with the loop's turn, then the task that waits
/// for the rest; or a reader behind a lock.
package final class ContentDecoder: @unchecked Sendable {
    /// One coding, and its input that isn't decoded yet.
    fileprivate struct Stage {
        let decoder: OpaquePointer
        /// Whether more members may follow the first one (RFC 1952, section 2.2).
        let hasMembers: Bool
        var input = Data()
        var isAtEnd = false
        /// The number of input bytes since the last output.
        var idleCount = 0
        /// Whether the last piece was full: the same input may produce more.
        var mayHaveMore = false
    }

    private let name: String
    /// The last coding applied comes first.
    private var stages: [Stage]

    /// The maximum size of a piece, in bytes.
    private static let pieceSize = 65_536
    /// The number of coded bytes that are decoded at once. Some take long and produce nothing.
    fileprivate static let inputSize = 32_768
    /// The number of runs before the caller has its turn again: about three milliseconds of work.
    private static let runsAtOnce = 8
    /// The number of bytes that may produce no output: empty members and empty blocks, which can take 100 ns a byte.
    fileprivate static let maximumIdleCount = 1 << 20
    /// The number of bytes that may follow the end, which take no time.
    fileprivate static let maximumCountBehindEnd = 16 << 20

    /// The result of decoding some of the bytes.
    package enum Step {
        /// The next piece of the content.
        case piece(Data)
        /// More bytes are needed.
        case needsMore
        /// The same bytes need more work: much of it has produced nothing yet.
        case unfinished
    }

    /// Returns a decoder for the codings in Content-Encoding.
    ///
    /// Values that aren't codings, such as `utf-8` or `aws-chunked`, are ignored: servers send them by mistake.
    ///
    /// - Parameter leavesUnknown: Whether to leave a body as it is if one of its codings can't be decoded.
    /// - Returns: The decoder; nil if there is nothing to decode.
    /// - Throws: `TransportError` if a coding can't be decoded here, or if there are more than two: each can expand one
    ///   byte to a thousand.
    package static func forContent(
        with fields: HeaderFields, leavingUnknown leavesUnknown: Bool = false
    ) throws(TransportError) -> ContentDecoder? {
        guard fields.contains(.contentEncoding) else { return nil }
        let values = fields.values(of: .contentEncoding).flatMap { value in value.split(separator: ",") }
        let names = values.map(name(of:)).filter { name in
            if leavesUnknown { return !name.isEmpty && name.lowercased() != "identity" }
            return ContentCoding.isRegistered(name)
        }
        guard !names.isEmpty else { return nil }
        guard names.count <= 2 else {
            throw TransportError(.malformedResponse, "the body has more than two content codings")
        }
        let decoder = ContentDecoder(names.joined(separator: ", "))
        for name in names.reversed() {
            guard let coding = ContentCoding(name), let stage = rsf_decoder_make(coding.number) else {
                if leavesUnknown { return nil }
                let name = name.prefix(40).debugDescription
                throw TransportError(.malformedResponse, "the body has a content coding that wasn't requested, \(name)")
            }
            decoder.stages.append(Stage(decoder: stage, hasMembers: coding == .gzip))
        }
        return decoder
    }

    /// Returns an element of Content-Encoding without the white space around it.
    private static func name(of element: Substring) -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        return String(element.drop(while: isSpace).prefix { !isSpace($0) })
    }

    private init(_ name: String) {
        self.name = name
        stages = []
    }

    deinit {
        for stage in stages { rsf_decoder_free(stage.decoder) }
    }

    /// Sets the next coded bytes. The previous ones must be decoded first.
    package func feed(_ bytes: Data) { stages[0].input = bytes }

    /// Performs the next step, which is a limited amount of work for any input.
    ///
    /// - Throws: `TransportError` if the bytes aren't in their coding.
    package func next() throws(TransportError) -> Step {
        var index = stages.count - 1
        for _ in 0..<Self.runsAtOnce {
            // From the coding that is decoded last towards the network, up to a stage that has input.
            while stages[index].input.isEmpty, !stages[index].mayHaveMore {
                guard index > 0 else { return .needsMore }
                index -= 1
            }
            guard let piece = try stages[index].run(Self.pieceSize, isFirst: index == 0, name: name) else { continue }
            guard index + 1 < stages.count else { return .piece(piece) }
            index += 1
            stages[index].input = piece
        }
        return .unfinished
    }

    /// Ends the input.
    ///
    /// - Throws: `TransportError` if a coding isn't at its end: the body was cut short.
    package func finish() throws(TransportError) {
        guard stages.allSatisfy(\.isAtEnd) else {
            throw TransportError(
                .connectionLost, "the body was cut short: its content coding (\(name)) is incomplete")
        }
    }
}

extension ContentDecoder.Stage {
    /// Decodes a piece of the input. Returns nil if it produced nothing.
    ///
    /// - Throws: `TransportError` if the input isn't in its coding. Any bytes may follow the end of the body, but none
    ///   may follow the end of a coding inside another one.
    fileprivate mutating func run(_ size: Int, isFirst: Bool, name: String) throws(TransportError) -> Data? {
        let isBehindEnd = isAtEnd && !(hasMembers && input.first == 0x1F)
        guard isFirst || !isBehindEnd || input.isEmpty else {
            throw TransportError(.malformedResponse, "the body continues after the end of its content coding (\(name))")
        }
        var used = min(input.count, ContentDecoder.inputSize)
        var made = size
        var result: Int32 = 0
        var piece = Data(count: size)
        input.withUnsafeBytes { input in
            piece.withUnsafeMutableBytes { output in
                result = rsf_decoder_run(
                    decoder, input.bindMemory(to: UInt8.self).baseAddress, &used,
                    output.bindMemory(to: UInt8.self).baseAddress, &made)
            }
        }
        guard result != RSF_DECODER_MALFORMED else {
            throw TransportError(.malformedResponse, "the body doesn't match its content coding (\(name))")
        }
        isAtEnd = result == RSF_DECODER_END
        mayHaveMore = made == size
        // A decoder never uses bytes that it leaves although its output has space.
        input = used == 0 && !mayHaveMore ? Data() : input.dropFirst(used)
        idleCount = made > 0 ? 0 : idleCount + used
        let limit = isBehindEnd ? ContentDecoder.maximumCountBehindEnd : ContentDecoder.maximumIdleCount
        guard idleCount <= limit else {
            throw TransportError(.malformedResponse, "the body (\(name)) decodes to nothing and doesn't end")
        }
        guard made > 0 else { return nil }
        if made < size { piece.removeLast(size - made) }
        return piece
    }
}
