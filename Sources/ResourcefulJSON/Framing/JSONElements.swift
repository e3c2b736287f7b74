#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Reads the elements of a huge array, or JSON Lines, while the bytes come: one after the other, never all at once.
///
/// What it returns does not depend on how the bytes were split. It keeps no more than the element that has not ended
/// yet, and what it returns. The elements before a mistake are returned; then, and ever after, the mistake is thrown.
///
/// It is for bytes from anywhere. Those of a response are read by a ``StreamResource``, such as
/// ``StreamResource/init(jsonLines:decoder:maximumSize:)``.
public struct JSONElements: Sendable {
    /// What is between the elements.
    public enum Form: Sendable {
        /// The document is one array.
        case array
        /// Every line is a document; lines with nothing but white space are left out (JSON Lines).
        case lines
    }

    /// How many elements have been returned.
    public var count: Int { texts.count }

    private var texts: JSONTexts

    /// A reader that has read nothing.
    public init(_ form: Form) {
        texts = JSONTexts(form == .array ? .array([]) : .lines, maximumSize: .max)
    }

    /// The elements that have ended with these bytes. Linear in the bytes, wherever they were split.
    ///
    /// - Throws: ``ParseFailure`` with the index of the element, the line and the column; when elements came before the
    ///   mistake, they are returned first, and it is thrown by the next call.
    public mutating func take(_ bytes: Data) throws -> [JSON] {
        var elements: [JSON] = []
        do {
            try texts.take(bytes) { elements.append(try Self.element($0)) }
        } catch {
            if elements.isEmpty { throw error }
        }
        return elements
    }

    /// The last element, if it ends with the bytes: the last line needs no line break.
    ///
    /// - Throws: ``ParseFailure`` when the document is cut short.
    public mutating func finish() throws -> [JSON] {
        var elements: [JSON] = []
        try texts.finish { elements.append(try Self.element($0)) }
        return elements
    }

    /// An element that does not keep the piece in which it came.
    private static func element(_ text: Data) throws -> JSON {
        try JSON(parsing: text.withUnsafeBytes { Data($0) })
    }
}
