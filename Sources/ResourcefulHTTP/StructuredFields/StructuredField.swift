/// Structured field values (RFC 9651): the few types of which new header fields are made, parsed and serialised by its
/// algorithms and by nothing else.
///
///     let priority = try StructuredField.Dictionary(parsing: "u=2, i")
///     priority["u"]          // 2
///     try priority.serialized()
public enum StructuredField {}

/// What a whole field holds: an item, a list or a dictionary (RFC 9651, section 3).
public protocol StructuredFieldValue: Hashable, Sendable {
    /// The value of the lines of a field, taken together.
    ///
    /// - Throws: ``InvalidStructuredField`` where the lines are not exactly what RFC 9651 allows.
    init(parsing lines: [String]) throws(InvalidStructuredField)

    /// The text of the value; empty for an empty list or dictionary, whose field is to be left out.
    ///
    /// - Throws: ``InvalidStructuredField`` when there is something in it that has no text (RFC 9651, section 4.1).
    func serialized() throws(InvalidStructuredField) -> String
}

extension StructuredFieldValue {
    /// The value of a field of one line.
    ///
    /// - Throws: ``InvalidStructuredField`` where the line is not exactly what RFC 9651 allows.
    public init(parsing line: String) throws(InvalidStructuredField) { try self.init(parsing: [line]) }
}

/// Why a text is no structured field, or a value can't be written as one: what and where.
///
/// The text itself is not kept: it may be a secret.
public struct InvalidStructuredField: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the text, in bytes from 0 on, lines joined by a comma and a space; nil when a value can't be written.
    public let offset: Int?
    /// What is wrong, for a person.
    public let reason: String

    /// The reason and the place.
    public var description: String {
        guard let offset else { return "the structured field can't be written: \(reason) (RFC 9651, section 4.1)" }
        return "the structured field is malformed at offset \(offset): \(reason) (RFC 9651, section 4.2)"
    }
}
