/// An identifier of one version of a resource's content (RFC 9110, section 8.8.3).
///
///     if let tag = loaded.headerFields.eTag, !tag.isWeak {
///         update.headerFields.ifMatch = [tag]  // 412 if someone has changed it in the meantime
///     }
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// The text between the quotes.
    public let value: String
    /// Whether equal tags mean only equivalent contents, rather than identical bytes.
    public let isWeak: Bool

    /// Creates a tag from the text between the quotes. Returns nil if it contains a quote, a space, or a control
    /// character.
    public init?(_ value: String, isWeak: Bool = false) {
        guard value.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x7F }) else { return nil }
        self.value = value
        self.isWeak = isWeak
    }

    /// Creates a tag from a field value: `"x"` or `W/"x"`. Returns nil for anything else.
    public init?(parsing text: some StringProtocol) {
        let isWeak = text.utf8.starts(with: "W/".utf8)
        let quoted = Array(text.utf8.dropFirst(isWeak ? 2 : 0))
        guard quoted.count >= 2, quoted.first == UInt8(ascii: "\""), quoted.last == UInt8(ascii: "\"") else {
            return nil
        }
        self.init(String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self), isWeak: isWeak)
    }

    /// Returns whether both mean identical bytes (RFC 9110, section 8.8.3.2), as ranges and If-Match require.
    package func stronglyMatches(_ other: EntityTag) -> Bool { !isWeak && self == other }

    /// Returns whether both mean equivalent contents (RFC 9110, section 8.8.3.2), as If-None-Match requires.
    public func weaklyMatches(_ other: EntityTag) -> Bool { value.utf8.elementsEqual(other.value.utf8) }

    /// The tag as a field value.
    public var description: String { "\(isWeak ? "W/" : "")\"\(value)\"" }

    /// The condition of If-Match or If-None-Match (RFC 9110, sections 13.1.1 and 13.1.2).
    ///
    ///     create.headerFields.ifNoneMatch = .any  // 412 if there is one already
    public enum Condition: Hashable, Sendable, ExpressibleByArrayLiteral, CustomStringConvertible {
        /// Any content: `*`.
        case any
        /// One of these tags.
        case oneOf([EntityTag])

        /// Creates a condition that one of these tags fulfills.
        public init(arrayLiteral tags: EntityTag...) { self = .oneOf(tags) }

        /// Creates a condition from a field value. Returns nil for anything else.
        package init?(parsing text: String) {
            if text == "*" {
                self = .any
                return
            }
            let members = FieldList.members(text)
            let tags = members.compactMap { EntityTag(parsing: $0) }
            guard !tags.isEmpty, tags.count == members.count else { return nil }
            self = .oneOf(tags)
        }

        /// The condition as a field value.
        public var description: String {
            switch self {
            case .any: "*"
            case .oneOf(let tags): tags.map(\.description).joined(separator: ", ")
            }
        }
    }
}
