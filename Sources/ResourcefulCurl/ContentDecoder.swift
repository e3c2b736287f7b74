import CResourcefulCurl
package import ResourcefulCore

/// A way to code content that can be undone here (RFC 9110, section 8.4.1).
package enum ContentCoding: CaseIterable, Sendable {
    case gzip, deflate, br

    /// The coding of that name, which may be in either case and, for gzip, the old one.
    package init?(_ name: String) {
        switch name.lowercased() {
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        case "br": self = .br
        default: return nil
        }
    }

    fileprivate var number: Int32 {
        switch self {
        case .gzip: Int32(RSF_CODING_GZIP)
        case .deflate: Int32(RSF_CODING_DEFLATE)
        case .br: Int32(RSF_CODING_BR)
        }
    }

    /// What to ask servers for: the codings whose library is there; nil when there is none.
    package static let accepted: String? = {
        let names = allCases.filter { rsf_coding_is_available($0.number) != 0 }.map { "\($0)" }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }()
}

/// Undoes the codings of a body piece by piece, and knows whether it was whole.
package final class ContentDecoder {
    private let name: String
    /// The last coding applied comes first.
    private let stages: [OpaquePointer]
    private var isAtEnd: [Bool]
    private let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 32_768)

    /// What undoes the codings that Content-Encoding names.
    ///
    /// - Returns: Nil when there is nothing to undo.
    /// - Throws: `TransportError` when it names a coding that can't be undone here, or more than five.
    package static func forContent(with fields: HeaderFields) throws(TransportError) -> ContentDecoder? {
        let names = fields.values(of: "Content-Encoding")
            .flatMap { $0.split(separator: ",") }
            .map { String($0.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }) }
            .filter { !$0.isEmpty && $0.lowercased() != "identity" }
        guard !names.isEmpty else { return nil }
        guard names.count <= 5 else {
            throw TransportError(.malformedResponse, "the body is coded more than five times")
        }
        var stages: [OpaquePointer] = []
        for name in names.reversed() {
            guard let coding = ContentCoding(name), let stage = rsf_decoder_make(coding.number) else {
                stages.forEach(rsf_decoder_free)
                let name = name.prefix(40).debugDescription
                throw TransportError(.malformedResponse, "the body is in a coding that was not asked for, \(name)")
            }
            stages.append(stage)
        }
        return ContentDecoder(names.joined(separator: ", "), stages)
    }

    private init(_ name: String, _ stages: [OpaquePointer]) {
        self.name = name
        self.stages = stages
        isAtEnd = stages.map { _ in false }
    }

    deinit {
        stages.forEach(rsf_decoder_free)
        room.deallocate()
    }

    /// Undoes the next piece.
    ///
    /// - Parameter take: Called with each piece of what comes of it; what it throws ends the work.
    /// - Throws: `TransportError` when the bytes are not in their coding, and what `take` throws.
    package func decode(
        _ bytes: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) throws(TransportError) -> Void
    ) throws(TransportError) {
        try decode(bytes, stage: 0, take)
    }

    private func decode(
        _ bytes: UnsafeRawBufferPointer, stage: Int, _ take: (UnsafeRawBufferPointer) throws(TransportError) -> Void
    ) throws(TransportError) {
        guard stage < stages.count else { return try take(bytes) }
        // Each stage writes to a part of the room of its own.
        let part = room.count / stages.count
        guard let output = room.baseAddress?.advanced(by: stage * part) else { return }
        var rest = bytes[...]
        while true {
            var used = rest.count
            var made = part
            let input = UnsafeRawBufferPointer(rebasing: rest).bindMemory(to: UInt8.self).baseAddress
            let result = rsf_decoder_run(stages[stage], input, &used, output, &made)
            isAtEnd[stage] = result == RSF_DECODER_END
            guard result != RSF_DECODER_MALFORMED else {
                throw TransportError(.malformedResponse, "the body is not in its coding (\(name))")
            }
            rest = rest.dropFirst(used)
            if made > 0 { try decode(UnsafeRawBufferPointer(start: output, count: made), stage: stage + 1, take) }
            // A full room may mean that there is more to come of the same bytes.
            guard made == part || used > 0 && !rest.isEmpty else { return }
        }
    }

    /// Says that there are no more bytes.
    ///
    /// - Throws: `TransportError` when a coding has not come to its end: the body was cut short.
    package func finish() throws(TransportError) {
        guard isAtEnd.allSatisfy({ $0 }) else {
            throw TransportError(
                .connectionLost, "the body was cut short: its coding (\(name)) does not come to an end")
        }
    }
}
