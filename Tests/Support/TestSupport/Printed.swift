package import Testing

/// A value in every way in which Swift prints one by itself.
package enum Printed {
    package static func texts(of value: some Any) -> [String: String] {
        var texts = [
            "interpolated": "\(value)", "described": String(describing: value), "reflected": String(reflecting: value),
            "in an optional": "\(Optional(value) as Any)", "in an array": "\([value])",
            "in a dictionary": "\(["key": value])", "in a tuple": "\((1, value))",
            "reflected in an optional": String(reflecting: Optional(value)),
            "reflected in an array": String(reflecting: [value]), "reflected as any": String(reflecting: value as Any),
            "in a struct": "\(Holder(value: value))", "in an enumeration": "\(Result<_, Never>.success(value))",
        ]
        texts["dumped"] = dumped(value)
        texts["dumped in an array"] = dumped([value])
        texts["dumped in a struct"] = dumped(Holder(value: value))
        return texts
    }

    private struct Holder<Value> { let value: Value }

    private static func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    /// Checks that a secret is in none of the texts, not even as its bytes.
    package static func expect(
        _ value: some Any, toHide secret: String = "s3cret", sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let bytes = secret.utf8.map { "\($0)" }.joined(separator: ", ")
        for (way, text) in texts(of: value) where text.contains(secret) || text.contains(bytes) {
            Issue.record("\(way): \(text.prefix(600))", sourceLocation: sourceLocation)
        }
    }
}
