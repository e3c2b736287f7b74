extension HeaderFields {
    /// One line of the header section: a name, and a value that can't contain a line break (RFC 9110, section 5).
    ///
    ///     let field = try HeaderFields.Field("X-Nickname", typed)  // throws if it contains a line break
    ///     fields.append(field)
    public struct Field: Hashable, Sendable {
        /// The name.
        public let name: Name
        /// The value, without surrounding white space.
        public private(set) var value: String

        /// Creates a field from any string.
        ///
        /// - Throws: ``InvalidFieldValue`` if the value contains CR, LF, or NUL (RFC 9110, section 5.5).
        public init(_ name: Name, _ value: String) throws(InvalidFieldValue) {
            guard value.utf8.allSatisfy({ $0 != 0 && $0 != 0x0A && $0 != 0x0D }) else {
                throw InvalidFieldValue(name: name)
            }
            self.name = name
            self.value = Self.trimmed(value)
        }

        /// Creates a field from any string.
        ///
        /// - Throws: ``InvalidFieldValue`` if the value contains CR, LF, or NUL (RFC 9110, section 5.5).
        public init(name: Name, value: String) throws(InvalidFieldValue) { try self.init(name, value) }

        /// Creates a field from a message. The value must not contain CR, LF, or NUL, or have white space around it.
        package init(_ name: Name, checked value: String) {
            self.name = name
            self.value = value
        }

        /// Appends text to the value, after a space. The text must not contain CR, LF, or NUL. Empty text adds no
        /// space: values don't end with white space (RFC 9112, section 5.1).
        mutating func extend(by text: String) {
            guard !text.isEmpty else { return }
            if !value.isEmpty { value += " " }
            value += text
        }

        /// Returns the value without the optional white space that the grammar allows around it.
        private static func trimmed(_ value: String) -> String {
            let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
            let bytes = value.utf8
            guard let first = bytes.first, let last = bytes.last, isSpace(first) || isSpace(last) else { return value }
            guard let start = bytes.firstIndex(where: { !isSpace($0) }),
                let end = bytes.lastIndex(where: { !isSpace($0) })
            else { return "" }
            return String(value[start...end])
        }
    }
}

/// A field value that can't be sent because it contains CR, LF, or NUL (RFC 9110, section 5.5).
///
/// The error doesn't keep the value, which may be secret.
public struct InvalidFieldValue: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the field.
    public let name: HeaderFields.Name

    /// Creates the error for a field.
    package init(name: HeaderFields.Name) { self.name = name }

    /// A message with the name of the field.
    public var description: String { "the value of the field \(name) contains CR, LF or NUL (RFC 9110, section 5.5)" }
}
