extension HeaderFields {
    /// One line of the header section: a name and a value that can't break out of its line (RFC 9110, section 5).
    public struct Field: Hashable, Sendable {
        /// The name.
        public let name: Name
        /// The value, without white space around it.
        public private(set) var value: String

        /// A field from any string.
        ///
        /// - Throws: ``InvalidFieldValue`` when the value has CR, LF or NUL in it (RFC 9110, section 5.5).
        public init(_ name: Name, _ value: String) throws(InvalidFieldValue) {
            guard value.utf8.allSatisfy({ $0 != 0 && $0 != 0x0A && $0 != 0x0D }) else {
                throw InvalidFieldValue(name: name)
            }
            self.name = name
            self.value = Self.trimmed(value)
        }

        /// A field from any string.
        ///
        /// - Throws: ``InvalidFieldValue`` when the value has CR, LF or NUL in it (RFC 9110, section 5.5).
        public init(name: Name, value: String) throws(InvalidFieldValue) { try self.init(name, value) }

        /// A field from a message: the value is known to have no CR, LF or NUL in it, and no white space around it.
        package init(_ name: Name, checked value: String) {
            self.name = name
            self.value = value
        }

        /// Adds a space and more text, which is known to have no CR, LF or NUL in it, to the value. No text adds no
        /// space: no white space belongs to the end of a value (RFC 9112, section 5.1).
        mutating func extend(by text: String) {
            guard !text.isEmpty else { return }
            if !value.isEmpty { value += " " }
            value += text
        }

        /// The value without the optional white space that the grammar allows around it.
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

/// A field value that can't be sent, because it has CR, LF or NUL in it (RFC 9110, section 5.5).
///
/// The value itself is not kept: it may be a secret.
public struct InvalidFieldValue: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the field that was to have the value.
    public let name: HeaderFields.Name

    /// The refusal of a value for that field.
    package init(name: HeaderFields.Name) { self.name = name }

    /// Says which field it was.
    public var description: String { "the value of the field \(name) has CR, LF or NUL in it (RFC 9110, section 5.5)" }
}
