/// The way in which values of a type are compared.
enum ComparedType {
    /// With `==`.
    case whole
    /// By the parts that the type names.
    case some
    case list, dictionary, object
    /// By the children of its mirror.
    case children

    init(_ type: Any.Type, _ value: Any) {
        let list = type as? any ListType.Type
        if type is any PartlyCompared.Type || type is any AnnotatedValue.Type {
            self = .some
        } else if let list {
            self = list.hasScalars && type is any Equatable.Type ? .whole : .list
        } else if type is any DictionaryType.Type {
            self = .dictionary
        } else if type is any Equatable.Type, !(type is any OptionalType.Type), Self.isOpaque(type, value) {
            self = .whole
        } else {
            self = type is AnyClass ? .object : .children
        }
    }

    /// Whether the parts of a value say less than its `==`.
    private static func isOpaque(_ type: Any.Type, _ value: Any) -> Bool {
        if type is AnyClass || type is any CustomReflectable.Type { return true }
        return ["Swift", "Foundation", "FoundationEssentials", "__C"].contains(
            String(reflecting: type).prefix { $0 != "." })
    }
}

private protocol OptionalType {}

extension Optional: OptionalType {}

private protocol DictionaryType {}

extension Dictionary: DictionaryType {}

private protocol ListType {
    /// Whether the elements have no parts.
    static var hasScalars: Bool { get }
}

extension Array: ListType {
    fileprivate static var hasScalars: Bool {
        Element.self is any FixedWidthInteger.Type || Element.self is any BinaryFloatingPoint.Type
            || Element.self is String.Type || Element.self is Bool.Type
    }
}
