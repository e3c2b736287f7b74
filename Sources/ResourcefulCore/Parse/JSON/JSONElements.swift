#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Reads the elements of a huge array, or JSON Lines, while the bytes come: one after the other, never all at once.
///
/// What it returns does not depend on how the bytes were split. It keeps no more than the element that has not ended
/// yet, and what it returns. The elements before a mistake are returned; then, and ever after, the mistake is thrown.
public struct JSONElements: Sendable {
    /// What is between the elements.
    public enum Form: Sendable {
        /// The document is one array.
        case array
        /// Every line is a document; lines with nothing but white space are left out (JSON Lines).
        case lines
    }

    private enum Stage { case beforeArray, beforeFirst, inside, behindArray }

    /// How many elements have been returned.
    public private(set) var count = 0

    private let form: Form
    private var stage: Stage
    /// The bytes of the element that has not ended.
    private var pending: [UInt8] = []
    private var failure: ParseFailure?
    // Where the scan is: how many brackets are open in the element, and whether it is in a string, behind a backslash.
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    // Where the next byte stands, and where the element began.
    private var (line, column) = (1, 1)
    private var (startLine, startColumn) = (1, 1)

    /// A reader that has read nothing.
    public init(_ form: Form) {
        self.form = form
        stage = form == .array ? .beforeArray : .inside
    }

    /// The elements that have ended with these bytes. Linear in the bytes, wherever they were split.
    ///
    /// - Throws: ``ParseFailure`` with the index of the element, the line and the column; when elements came before the
    ///   mistake, they are returned first, and it is thrown by the next call.
    public mutating func take(_ bytes: Data) throws -> [JSON] {
        if let failure { throw failure }
        var elements: [JSON] = []
        do throws(ParseFailure) {
            for byte in [UInt8](bytes) { try step(byte, &elements) }
        } catch {
            failure = error
            if elements.isEmpty { throw error }
        }
        return elements
    }

    /// The last element, if it ends with the bytes: the last line needs no line break.
    ///
    /// - Throws: ``ParseFailure`` when the document is cut short.
    public mutating func finish() throws -> [JSON] {
        if let failure { throw failure }
        var elements: [JSON] = []
        do throws(ParseFailure) {
            switch stage {
            case .behindArray: break
            case .inside where form == .lines: try endElement(&elements, mayBeEmpty: true)
            default: throw unexpected(stage == .beforeArray ? "[" : "a comma or ]", "the end of the document")
            }
        } catch {
            failure = error
            throw error
        }
        return elements
    }
}

// The scan.
extension JSONElements {
    private mutating func step(_ byte: UInt8, _ elements: inout [JSON]) throws(ParseFailure) {
        defer { move(past: byte) }
        switch stage {
        case .inside: try stepInside(byte, &elements)
        case .behindArray:
            guard Self.isSpace(byte) else { throw unexpected("the end of the document", Self.name(of: byte)) }
        case .beforeArray where byte == UInt8(ascii: "["): stage = .beforeFirst
        case .beforeArray:
            // A byte order mark may be ignored (RFC 8259, section 8.1).
            if !pending.isEmpty || byte == 0xEF, pending.count < 3, byte == [0xEF, 0xBB, 0xBF][pending.count] {
                pending.append(byte)
            } else if !Self.isSpace(byte) || (1...2).contains(pending.count) {
                throw unexpected("[", Self.name(of: byte))
            }
        case .beforeFirst where byte == UInt8(ascii: "]"): stage = .behindArray
        case .beforeFirst where Self.isSpace(byte): break
        case .beforeFirst:
            begin()
            try stepInside(byte, &elements)
        }
    }

    private mutating func begin() {
        stage = .inside
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func stepInside(_ byte: UInt8, _ elements: inout [JSON]) throws(ParseFailure) {
        if form == .lines {
            if byte == UInt8(ascii: "\n") { return try endElement(&elements, mayBeEmpty: true) }
        } else if isInString {
            isInString = isEscaped || byte != UInt8(ascii: "\"")
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        } else {
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]") where depth == 0:
                try endElement(&elements, mayBeEmpty: false)
                stage = .behindArray
                return
            case UInt8(ascii: ",") where depth == 0: return try endElement(&elements, mayBeEmpty: false)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        if pending.isEmpty {
            if Self.isSpace(byte) { return }
            (startLine, startColumn) = (line, column)
        }
        pending.append(byte)
    }

    private mutating func endElement(_ elements: inout [JSON], mayBeEmpty: Bool) throws(ParseFailure) {
        defer { pending.removeAll(keepingCapacity: true) }
        if pending.isEmpty {
            if mayBeEmpty { return }
            throw unexpected("a value", form == .array ? "a comma or ]" : "nothing")
        }
        // A byte order mark may stand before the whole, and nowhere else.
        let isFirst = form == .lines && startLine == 1 && startColumn == 1
        if pending.first == 0xEF, !isFirst {
            throw placed(ParseFailure(expected: "a value", found: "another character"))
        }
        do {
            elements.append(try JSON(parsing: Data(pending)))
        } catch let error as ParseFailure {
            throw placed(error)
        } catch {
            throw unexpected("a value", "\(error)")
        }
        count += 1
    }

    /// A failure in an element as one in the whole.
    private func placed(_ failure: ParseFailure) -> ParseFailure {
        var failure = failure
        failure.path = JSONPath([.index(count)] + failure.path.components)
        failure.position = failure.position.map { inner in
            TextPosition(
                line: startLine + inner.line - 1,
                column: inner.line == 1 ? startColumn + inner.column - 1 : inner.column)
        }
        return failure
    }

    private func unexpected(_ expected: String, _ found: String) -> ParseFailure {
        ParseFailure(
            path: [.index(count)], expected: expected, found: found, position: TextPosition(line: line, column: column))
    }

    private mutating func move(past byte: UInt8) {
        (line, column) = byte == UInt8(ascii: "\n") ? (line + 1, 1) : (line, column + 1)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func name(of byte: UInt8) -> String {
        byte < 0x80 ? String(Character(Unicode.Scalar(byte))) : "another character"
    }
}
