/// A position in a text.
///
///     if let position = failure?.position {
///         print("line \(position.line), column \(position.column)")  // line 1, column 21
///     }
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The byte in the line, from 1.
    public let column: Int

    /// Creates a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// A description such as "line 3, column 14".
    public var description: String { "line \(line), column \(column)" }
}

extension TextPosition {
    /// Returns the position after some bytes that begin at this one.
    package func advanced(over bytes: UnsafeRawBufferPointer) -> TextPosition {
        var (line, column, index) = (line, column, 0)
        while true {
            let end = ByteSearch.firstIndex(of: UInt8(ascii: "\n"), in: bytes, from: index)
            guard end < bytes.count else { return TextPosition(line: line, column: column + end - index) }
            (line, column, index) = (line + 1, 1, end + 1)
        }
    }
}

extension TextPosition {
    /// Creates the position of a byte. Linear in the number of bytes before it.
    package init(of offset: Int, in bytes: UnsafeRawBufferPointer) {
        let before = UnsafeRawBufferPointer(rebasing: bytes[..<min(max(offset, 0), bytes.count)])
        self = TextPosition(line: 1, column: 1).advanced(over: before)
    }
}
