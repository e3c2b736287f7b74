/// What tells one version of a resource's content from another (RFC 9110, section 8.8.3).
public struct EntityTag: Hashable, Sendable, CustomStringConvertible {
    /// The text between the quotes.
    public let value: String
    /// Whether equal tags mean contents that are equivalent only, not the same byte for byte.
    public let isWeak: Bool

    /// A tag of any text between quotes; nil when it has a quote, a space or a control character in it.
    public init?(_ value: String, isWeak: Bool = false) {
        guard value.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x22 && $0 != 0x7F }) else { return nil }
        self.value = value
        self.isWeak = isWeak
    }

    /// A tag as it stands in a field: `"x"` or `W/"x"`; nil for anything else.
    public init?(parsing text: some StringProtocol) {
        let isWeak = text.utf8.starts(with: "W/".utf8)
        let quoted = Array(text.utf8.dropFirst(isWeak ? 2 : 0))
        guard quoted.count >= 2, quoted.first == UInt8(ascii: "\""), quoted.last == UInt8(ascii: "\"") else {
            return nil
        }
        self.init(String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self), isWeak: isWeak)
    }

    /// Whether both mean the same content, byte for byte (RFC 9110, section 8.8.3.2): for ranges and for If-Match.
    public func stronglyMatches(_ other: EntityTag) -> Bool { !isWeak && self == other }

    /// Whether both mean contents that are equivalent (RFC 9110, section 8.8.3.2): for If-None-Match.
    public func weaklyMatches(_ other: EntityTag) -> Bool { value.utf8.elementsEqual(other.value.utf8) }

    /// The tag as it stands in a field.
    public var description: String { "\(isWeak ? "W/" : "")\"\(value)\"" }

    /// What If-Match and If-None-Match ask for (RFC 9110, sections 13.1.1 and 13.1.2).
    public enum Condition: Hashable, Sendable, ExpressibleByArrayLiteral, CustomStringConvertible {
        /// Any content at all: `*`.
        case any
        /// One of these tags.
        case oneOf([EntityTag])

        /// One of these tags.
        public init(arrayLiteral tags: EntityTag...) { self = .oneOf(tags) }

        /// A condition as it stands in a field; nil for anything else.
        public init?(parsing text: String) {
            if text == "*" {
                self = .any
                return
            }
            let members = FieldList.members(text)
            let tags = members.compactMap { EntityTag(parsing: $0) }
            guard !tags.isEmpty, tags.count == members.count else { return nil }
            self = .oneOf(tags)
        }

        /// The condition as it stands in a field.
        public var description: String {
            switch self {
            case .any: "*"
            case .oneOf(let tags): tags.map(\.description).joined(separator: ", ")
            }
        }
    }
}
