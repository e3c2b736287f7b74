/// A namespace for structured field values (RFC 9651): the few types that new header fields consist of, parsed and
/// serialized strictly by its algorithms.
///
///     let priority = try StructuredField.Dictionary(parsing: ["u=2, i"])
///     print(priority["u"]?.value == 2, try priority.serialized())  // true u=2, i
public enum StructuredField {}

/// The value of a whole field: an item, a list or a dictionary (RFC 9651, section 3).
public protocol StructuredFieldValue: Hashable, Sendable {
    /// Creates a value from the combined lines of a field.
    ///
    /// - Throws: ``InvalidStructuredField`` if the lines aren't exactly what RFC 9651 allows.
    init(parsing lines: [String]) throws(InvalidStructuredField)

    /// Returns the text of the value. It is empty for an empty list or dictionary, whose field you must omit.
    ///
    /// - Throws: ``InvalidStructuredField`` if a part of the value can't be serialized (RFC 9651, section 4.1).
    func serialized() throws(InvalidStructuredField) -> String
}

extension StructuredFieldValue {
    /// Creates a value from a field with one line.
    ///
    /// - Throws: ``InvalidStructuredField`` if the line isn't exactly what RFC 9651 allows.
    public init(parsing line: String) throws(InvalidStructuredField) { try self.init(parsing: [line]) }
}

extension HeaderFields {
    /// Returns the value of a structured field (RFC 9651); nil if there is no line with that name.
    ///
    ///     try fields.structured("Priority", as: StructuredField.Dictionary.self)
    ///
    /// - Throws: ``InvalidStructuredField`` if the lines aren't exactly such a value.
    public func structured<Value: StructuredFieldValue>(
        _ name: Name, as type: Value.Type = Value.self
    ) throws(InvalidStructuredField) -> Value? {
        let lines = values(of: name)
        return lines.isEmpty ? nil : try Value(parsing: lines)
    }

    /// Sets a structured field (RFC 9651). An empty list or dictionary removes it.
    ///
    /// - Throws: ``InvalidStructuredField`` if a part of the value can't be serialized.
    public mutating func setStructured(_ name: Name, _ value: some StructuredFieldValue) throws(InvalidStructuredField)
    {
        let text = try value.serialized()
        self[name] = text.isEmpty ? nil : text
    }
}

/// The reason why a text isn't a structured field, or why a value can't be serialized as one.
///
/// The error doesn't keep the text itself, since it may be a secret.
public struct InvalidStructuredField: Error, Hashable, Sendable, CustomStringConvertible {
    /// The zero-based byte offset in the lines joined by a comma and a space; nil if a value can't be serialized.
    public let offset: Int?
    /// The description of the problem, for people.
    public let reason: String

    /// The reason and the offset.
    public var description: String {
        guard let offset else { return "the structured field can't be written: \(reason) (RFC 9651, section 4.1)" }
        return "the structured field is malformed at offset \(offset): \(reason) (RFC 9651, section 4.2)"
    }
}
