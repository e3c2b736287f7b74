/// The value of a span's attribute.
///
///     let attributes: [String: SpanValue] = ["server.port": 443, "http.request.method": "GET"]
public enum SpanValue: Hashable, Sendable {
    /// A text.
    case string(String)
    /// A number.
    case int(Int)
    /// Several texts, in order.
    case strings([String])
}

extension SpanValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral {
    /// Creates a text.
    public init(stringLiteral text: String) { self = .string(text) }
    /// Creates a number.
    public init(integerLiteral number: Int) { self = .int(number) }
    /// Creates several texts.
    public init(arrayLiteral texts: String...) { self = .strings(texts) }
}

extension SpanValue: CustomStringConvertible {
    /// The value as text.
    public var description: String {
        switch self {
        case .string(let text): text
        case .int(let number): "\(number)"
        case .strings(let texts): "[\(texts.joined(separator: ", "))]"
        }
    }
}
