public import ResourcefulCore

/// A request that a stub is for, and what the stub's template read out of its URL.
public struct StubMatch: Sendable {
    /// The request.
    public let request: Request
    /// The values of the template's variables, decoded.
    public let variables: [String: String]
    /// How many requests the stub has been for, this one included.
    public let number: Int

    /// The value of a variable of the template; nil when the request has none.
    public subscript(name: String) -> String? { variables[name] }
}
