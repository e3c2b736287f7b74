extension StructuredField.BareItem: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral
{
    /// Creates an integer.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Creates a decimal.
    public init(floatLiteral value: Double) { self = .decimal(value) }
    /// Creates a string, not a token.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension StructuredField.Item: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral
{
    /// Creates an integer without parameters.
    public init(integerLiteral value: Int) { self.init(.integer(value)) }
    /// Creates a decimal without parameters.
    public init(floatLiteral value: Double) { self.init(.decimal(value)) }
    /// Creates a string without parameters.
    public init(stringLiteral value: String) { self.init(.string(value)) }
    /// Creates a Boolean without parameters.
    public init(booleanLiteral value: Bool) { self.init(.boolean(value)) }
}

extension StructuredField.Member: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
    /// Creates an integer without parameters.
    public init(integerLiteral value: Int) { self = .item(.init(.integer(value))) }
    /// Creates a decimal without parameters.
    public init(floatLiteral value: Double) { self = .item(.init(.decimal(value))) }
    /// Creates a string without parameters.
    public init(stringLiteral value: String) { self = .item(.init(.string(value))) }
    /// Creates a Boolean without parameters.
    public init(booleanLiteral value: Bool) { self = .item(.init(.boolean(value))) }
    /// Creates an inner list without parameters.
    public init(arrayLiteral items: StructuredField.Item...) { self = .innerList(.init(items)) }
}
