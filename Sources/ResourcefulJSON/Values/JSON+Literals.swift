/// Stops the program at a wrong literal, which is a mistake in its code, and says why in release mode, too.
package func stopAtLiteral(_ literal: Any, _ reason: String) -> Never {
    fatalError("\(reason): \(String(reflecting: literal))")
}

extension JSON {
    /// Creates a document from text that this module wrote, and that is therefore valid JSON.
    init(written text: String) {
        do {
            try self.init(text: text)
        } catch {
            stopAtLiteral(error, "JSON literals must be shorter than 4 GB")
        }
    }

    /// `null`.
    public static let null = JSON(written: "null")

    /// Creates a string.
    public init(_ string: String) { self.init(written: Self.quoted(string)) }

    /// Creates a whole number.
    public init(_ number: some BinaryInteger) { self.init(written: "\(number)") }

    /// Creates a number; `null` if JSON can't represent it: an infinity or NaN.
    public init(_ number: Double) { self.init(written: number.isFinite ? "\(number)" : "null") }

    /// Creates `true` or `false`.
    public init(_ bool: Bool) { self.init(written: "\(bool)") }

    /// Creates an array. Linear in the text of its elements; a missing value becomes `null`.
    public init(_ elements: some Sequence<JSON>) {
        self.init(written: "[\(elements.map(\.spelled).joined(separator: ","))]")
    }

    /// Creates an object, with its keys in the given order. Linear in the text of its values; a missing value becomes
    /// `null`.
    public init(_ members: some Sequence<(String, JSON)>) {
        self.init(written: "{\(members.map { "\(Self.quoted($0)):\($1.spelled)" }.joined(separator: ","))}")
    }
}

// `let json: JSON = ["id": 1, "tags": ["a", nil]]`
extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    /// Creates `null`.
    public init(nilLiteral: ()) { self = .null }
    /// Creates `true` or `false`.
    public init(booleanLiteral bool: Bool) { self.init(bool) }
    /// Creates a whole number.
    public init(integerLiteral number: Int) { self.init(number) }
}

extension JSON: ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Creates a number.
    public init(floatLiteral number: Double) { self.init(number) }
    /// Creates a string.
    public init(stringLiteral string: String) { self.init(string) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Creates an array.
    public init(arrayLiteral elements: JSON...) { self.init(elements) }
    /// Creates an object, with its keys in the order of the literal.
    public init(dictionaryLiteral members: (String, JSON)...) { self.init(members) }
}
