extension URITemplate {
    /// A type whose values can be used for template variables: texts, numbers, Booleans, UUIDs; lists and dictionaries
    /// of them; and optionals, where nil leaves the variable out. A type of your own that conforms to
    /// `CustomStringConvertible` needs no code.
    ///
    ///     let request = Request("orgs/{org}/repos{?page}", ["org": name, "page": page])
    ///     print(request.path)  // orgs/swift%20lang/repos
    public protocol Expandable {
        /// The value in a template.
        var templateValue: Value { get }
    }
}

extension URITemplate.Value: URITemplate.Expandable {
    /// The value itself.
    public var templateValue: URITemplate.Value { self }
}

extension URITemplate.Expandable where Self: CustomStringConvertible {
    /// The description as text: decimal digits for a whole number, `true` or `false`, a UUID in uppercase with hyphens.
    public var templateValue: URITemplate.Value { .init(text: description) }
}

extension String: URITemplate.Expandable {}
extension Substring: URITemplate.Expandable {}
extension Bool: URITemplate.Expandable {}
extension UUID: URITemplate.Expandable {}
extension Int: URITemplate.Expandable {}
extension Int8: URITemplate.Expandable {}
extension Int16: URITemplate.Expandable {}
extension Int32: URITemplate.Expandable {}
extension Int64: URITemplate.Expandable {}
extension UInt: URITemplate.Expandable {}
extension UInt8: URITemplate.Expandable {}
extension UInt16: URITemplate.Expandable {}
extension UInt32: URITemplate.Expandable {}
extension UInt64: URITemplate.Expandable {}

extension Double: URITemplate.Expandable {
    /// The number, without `.0` if it is whole.
    public var templateValue: URITemplate.Value { .init(text: QueryText.of(self)) }
}

extension Optional: URITemplate.Expandable where Wrapped: URITemplate.Expandable {
    /// The value, or no value.
    public var templateValue: URITemplate.Value { self?.templateValue ?? .undefined }
}

extension Array: URITemplate.Expandable where Element: URITemplate.Expandable {
    /// A list. Nested lists are flattened.
    public var templateValue: URITemplate.Value { .init(members: flatMap(\.templateValue.texts)) }
}

extension Dictionary: URITemplate.Expandable where Key == String, Value: URITemplate.Expandable {
    /// Names and values, sorted by name. Pairs without a value are left out.
    public var templateValue: URITemplate.Value {
        .init(pairs: sorted { $0.key < $1.key }.flatMap { name, value in value.templateValue.texts.map { (name, $0) } })
    }
}
