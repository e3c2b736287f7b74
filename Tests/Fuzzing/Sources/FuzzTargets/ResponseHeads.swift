import ResourcefulTesting

@testable import ResourcefulCurl

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FuzzTarget {
    /// Heads of responses, line by line as libcurl hands them over, and the framing of the body that they declare.
    static let responseHeads = FuzzTarget("ResponseHeads") { bytes throws(Violation) in
        let lines = HeadLines(of: bytes)
        let head = HeadOutcome(lines.pieces)
        // How a line ends makes no difference.
        let other = lines.texts.map { $0 + [0x0A] }
        if other.allSatisfy({ $0.dropLast().last != 0x0D }), lines.isWhole {
            try require(HeadOutcome(other), equals: head, "with LF alone it differs")
        }
        guard head.isComplete, let status = head.status else { return }
        try require(
            !status.isInformational && (100...999).contains(status.code), "an interim response is no response")
        // Written again and read again, it is the same: nothing in it can end a line.
        var written = Array("HTTP/1.1 \(status.code)\r\n".utf8)
        for field in head.fields {
            // A cookie's bytes are written as they came, whatever their encoding.
            let value = field.name == .setCookie ? CookieBytes.bytes(field.value) : Array(field.value.utf8)
            written += Array("\(field.name.rawName): ".utf8) + value + [0x0D, 0x0A]
        }
        let again = HeadOutcome(HeadLines(of: written + [0x0D, 0x0A]).pieces)
        try require(again.failure, equals: nil, "written again it is malformed")
        try require(again.fields, equals: head.fields, "written again the fields differ")
        try require(again.length, equals: head.length, "written again the length differs")
        if let length = head.length { try require(length >= 0, "a length is not negative") }
        try Fields.check(head.fields)
    }
}

/// The lines of an input, each with its end.
private struct HeadLines {
    let pieces: [[UInt8]]
    let texts: [[UInt8]]
    let isWhole: Bool

    init(of bytes: [UInt8]) {
        var pieces = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) + [0x0A] }
        isWhole = pieces.last == [0x0A]
        if isWhole { pieces.removeLast() } else if let last = pieces.popLast() { pieces.append(last.dropLast()) }
        self.pieces = pieces
        texts = pieces.map { $0.dropLast($0.suffix(2) == [0x0D, 0x0A] ? 2 : 1) }
    }
}

/// What came of a head.
private struct HeadOutcome: Equatable {
    var isComplete = false
    var isByClose = false
    var status: Response.Status?
    var fields = HeaderFields()
    var length: Int?
    var failure: String?

    init(_ lines: [[UInt8]]) {
        var head = ResponseHead()
        do throws(ResponseHead.Malformed) {
            // Memory of its own for each line, so that the sanitizer sees what is read behind its end.
            for line in lines { try HeadOutcome.receive(line, &head) }
        } catch {
            failure = error.reason
        }
        (isComplete, status, fields) = (head.isComplete, head.status, head.headerFields)
        (length, isByClose) = (head.contentLength, head.isBodyEndedByClose)
    }

    private static func receive(_ line: [UInt8], _ head: inout ResponseHead) throws(ResponseHead.Malformed) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: line.count, alignment: 1)
        defer { memory.deallocate() }
        memory.copyBytes(from: line)
        try head.receive(UnsafeRawBufferPointer(memory))
    }
}
