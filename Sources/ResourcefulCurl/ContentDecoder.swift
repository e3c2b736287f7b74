import CResourcefulCurl
import ResourcefulCore

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Undoes the codings of a body piece by piece, and knows whether it was whole.
///
/// `@unchecked Sendable`: one at a time uses it. It is a transfer with the loop's turn, then the task that waits for
/// the rest; or a reader behind a lock.
package final class ContentDecoder: @unchecked Sendable {
    /// One coding, and what has come for it and is not undone yet.
    fileprivate struct Stage {
        let decoder: OpaquePointer
        /// More members may follow the first one (RFC 1952, section 2.2).
        let hasMembers: Bool
        var input = Data()
        var isAtEnd = false
        /// How many bytes were taken since something came of them.
        var idleCount = 0
        /// The last piece filled its room: there may be more of the same input.
        var mayHaveMore = false
    }

    private let name: String
    /// The last coding applied comes first.
    private var stages: [Stage]

    /// How large a piece may be, in bytes.
    private static let pieceSize = 65_536
    /// How many coded bytes are undone at once: some stand for nothing, and take long.
    fileprivate static let inputSize = 32_768
    /// How many times that is done before the caller has its turn again: about three milliseconds of work.
    private static let runsAtOnce = 8
    /// How many bytes may come to nothing: empty members, empty blocks, what stands behind the end.
    fileprivate static let maximumIdleCount = 16 << 20

    /// What has come of the bytes so far.
    package enum Step {
        /// The next piece of the content.
        case piece(Data)
        /// More bytes are needed.
        case needsMore
        /// There is more to do with the same bytes: much work has come to nothing yet.
        case unfinished
    }

    /// What undoes the codings that Content-Encoding names.
    ///
    /// What names no coding at all, such as `utf-8` or `aws-chunked`, codes nothing: servers write that by mistake.
    ///
    /// - Parameter leavesUnknown: Whether a body is left as it is when one of its codings can't be undone.
    /// - Returns: Nil when there is nothing to undo.
    /// - Throws: `TransportError` when it names a coding that can't be undone here, or more than two: each makes a
    ///   thousand bytes of one.
    package static func forContent(
        with fields: HeaderFields, leavingUnknown leavesUnknown: Bool = false
    ) throws(TransportError) -> ContentDecoder? {
        guard fields.contains(.contentEncoding) else { return nil }
        let names = fields.values(of: .contentEncoding)
            .flatMap { $0.split(separator: ",") }
            .map { String($0.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }) }
            .filter { leavesUnknown ? !$0.isEmpty && $0.lowercased() != "identity" : ContentCoding.isRegistered($0) }
        guard !names.isEmpty else { return nil }
        guard names.count <= 2 else {
            throw TransportError(.malformedResponse, "the body is coded more than twice")
        }
        let decoder = ContentDecoder(names.joined(separator: ", "))
        for name in names.reversed() {
            guard let coding = ContentCoding(name), let stage = rsf_decoder_make(coding.number) else {
                if leavesUnknown { return nil }
                let name = name.prefix(40).debugDescription
                throw TransportError(.malformedResponse, "the body is in a coding that was not asked for, \(name)")
            }
            decoder.stages.append(Stage(decoder: stage, hasMembers: coding == .gzip))
        }
        return decoder
    }

    private init(_ name: String) {
        self.name = name
        stages = []
    }

    deinit {
        for stage in stages { rsf_decoder_free(stage.decoder) }
    }

    /// Takes the next coded bytes. Those before them have to be undone first.
    package func feed(_ bytes: Data) { stages[0].input = bytes }

    /// The next step: bounded work, whatever the bytes are.
    ///
    /// - Throws: `TransportError` when the bytes are not in their coding.
    package func next() throws(TransportError) -> Step {
        var index = stages.count - 1
        for _ in 0..<Self.runsAtOnce {
            // From the last coding undone towards the network, up to where there is something to work on.
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

    /// Says that there are no more bytes.
    ///
    /// - Throws: `TransportError` when a coding has not come to its end: the body was cut short.
    package func finish() throws(TransportError) {
        guard stages.allSatisfy(\.isAtEnd) else {
            throw TransportError(
                .connectionLost, "the body was cut short: its coding (\(name)) does not come to an end")
        }
    }
}

extension ContentDecoder.Stage {
    /// Undoes a piece of the input; nil when nothing came of it.
    ///
    /// - Throws: `TransportError` when the input is not in its coding. Behind the end of the body may be anything, but
    ///   nothing behind what another coding has held.
    fileprivate mutating func run(_ size: Int, isFirst: Bool, name: String) throws(TransportError) -> Data? {
        let isBehindEnd = isAtEnd && !(hasMembers && input.first == 0x1F)
        guard isFirst || !isBehindEnd || input.isEmpty else {
            throw TransportError(.malformedResponse, "the body goes on behind the end of its coding (\(name))")
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
            throw TransportError(.malformedResponse, "the body is not in its coding (\(name))")
        }
        isAtEnd = result == RSF_DECODER_END
        mayHaveMore = made == size
        // What a decoder does not take although it has room is of no use to it.
        input = used == 0 && !mayHaveMore ? Data() : input.dropFirst(used)
        idleCount = made > 0 ? 0 : idleCount + used
        guard idleCount <= ContentDecoder.maximumIdleCount else {
            throw TransportError(.malformedResponse, "the body's coding (\(name)) stands for nothing, and does not end")
        }
        guard made > 0 else { return nil }
        if made < size { piece.removeLast(size - made) }
        return piece
    }
}
