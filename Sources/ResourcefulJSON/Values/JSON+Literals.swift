extension JSON {
    /// A document of text that was written here. It is JSON, whatever it holds.
    init(written text: String) {
        do {
            try self.init(text: text)
        } catch {
            preconditionFailure("JSON that is written by a program is shorter than 4 GB: \(error)")
        }
    }

    /// `null`.
    public static let null = JSON(written: "null")

    /// A string.
    public init(_ string: String) { self.init(written: Self.quoted(string)) }

    /// A whole number.
    public init(_ number: some BinaryInteger) { self.init(written: "\(number)") }

    /// A number; `null` where it is none that JSON can write: infinity, and what is not a number.
    public init(_ number: Double) { self.init(written: number.isFinite ? "\(number)" : "null") }

    /// `true` or `false`.
    public init(_ bool: Bool) { self.init(written: "\(bool)") }

    /// An array. Linear in the text of its elements; a place where nothing stands becomes `null`.
    public init(_ elements: some Sequence<JSON>) {
        self.init(written: "[\(elements.map(\.spelled).joined(separator: ","))]")
    }

    /// An object, its keys in this order. Linear in the text of its values; a place where nothing stands becomes
    /// `null`.
    public init(_ members: some Sequence<(String, JSON)>) {
        self.init(written: "{\(members.map { "\(Self.quoted($0)):\($1.spelled)" }.joined(separator: ","))}")
    }
}

// `let json: JSON = ["id": 1, "tags": ["a", nil]]`
extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    /// `null`.
    public init(nilLiteral: ()) { self = .null }
    /// `true` or `false`.
    public init(booleanLiteral bool: Bool) { self.init(bool) }
    /// A whole number.
    public init(integerLiteral number: Int) { self.init(number) }
}

extension JSON: ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// A number.
    public init(floatLiteral number: Double) { self.init(number) }
    /// A string.
    public init(stringLiteral string: String) { self.init(string) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// An array.
    public init(arrayLiteral elements: JSON...) { self.init(elements) }
    /// An object, its keys in the order of the literal.
    public init(dictionaryLiteral members: (String, JSON)...) { self.init(members) }
}
