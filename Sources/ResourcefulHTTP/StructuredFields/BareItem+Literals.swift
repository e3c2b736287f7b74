extension StructuredField.BareItem: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral
{
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// A decimal number.
    public init(floatLiteral value: Double) { self = .decimal(value) }
    /// A string, not a token.
    public init(stringLiteral value: String) { self = .string(value) }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension StructuredField.Item: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral
{
    /// A whole number without parameters.
    public init(integerLiteral value: Int) { self.init(.integer(value)) }
    /// A decimal number without parameters.
    public init(floatLiteral value: Double) { self.init(.decimal(value)) }
    /// A string without parameters.
    public init(stringLiteral value: String) { self.init(.string(value)) }
    /// True or false, without parameters.
    public init(booleanLiteral value: Bool) { self.init(.boolean(value)) }
}

extension StructuredField.Member: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
    /// A whole number without parameters.
    public init(integerLiteral value: Int) { self = .item(.init(.integer(value))) }
    /// A decimal number without parameters.
    public init(floatLiteral value: Double) { self = .item(.init(.decimal(value))) }
    /// A string without parameters.
    public init(stringLiteral value: String) { self = .item(.init(.string(value))) }
    /// True or false, without parameters.
    public init(booleanLiteral value: Bool) { self = .item(.init(.boolean(value))) }
    /// An inner list without parameters.
    public init(arrayLiteral items: StructuredField.Item...) { self = .innerList(.init(items)) }
}
