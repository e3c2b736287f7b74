/// A cutter that splits bytes that arrive in pieces into lines, which end with LF, CRLF, or CR.
///
/// A CR ends its line at once; an LF after it is skipped later. If a line continues in the next piece, its beginning is
/// kept, up to a length.
struct LineCutter: Sendable {
    /// The number of lines that have ended.
    private(set) var count = 0
    /// The beginning of the line that hasn't ended.
    private var pending: [UInt8] = []
    private var isBehindCR = false
    private let maximumLength: Int

    init(maximumLength: Int) { self.maximumLength = maximumLength }

    /// Takes a piece, and passes the lines that end in it to a function, without their line endings.
    ///
    /// - Throws: `ParseFailure` if a line is too long, or the error that the function throws.
    mutating func take(
        _ bytes: UnsafeRawBufferPointer, _ read: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var index = 0
        while index < bytes.count {
            if isBehindCR {
                isBehindCR = false
                if bytes[index] == UInt8(ascii: "\n") {
                    index += 1
                    continue
                }
            }
            let end = ByteSearch.firstIndex(of: UInt8(ascii: "\n"), or: UInt8(ascii: "\r"), in: bytes, from: index)
            try checkLength(pending.count + end - index)
            let part = UnsafeRawBufferPointer(rebasing: bytes[index..<end])
            guard end < bytes.count else {
                pending.append(contentsOf: part)
                return
            }
            isBehindCR = bytes[end] == UInt8(ascii: "\r")
            if pending.isEmpty {
                try read(part)
            } else {
                pending.append(contentsOf: part)
                try takePending(read)
            }
            count += 1
            index = end + 1
        }
    }

    /// Takes the end, and passes on the last line if it has no line ending.
    mutating func finish(_ read: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard !pending.isEmpty else { return }
        try takePending(read)
        count += 1
    }

    private mutating func takePending(_ read: (UnsafeRawBufferPointer) throws -> Void) throws {
        try pending.withUnsafeBytes(read)
        pending.removeAll(keepingCapacity: pending.count < Self.keptCapacity)
    }

    private func checkLength(_ length: Int) throws(ParseFailure) {
        guard length > maximumLength else { return }
        throw ParseFailure(
            path: [.index(count)], expected: "a line of at most \(maximumLength) bytes", found: "a longer one",
            position: TextPosition(line: count + 1, column: 1))
    }

    private static var keptCapacity: Int { 1 << 16 }
}
