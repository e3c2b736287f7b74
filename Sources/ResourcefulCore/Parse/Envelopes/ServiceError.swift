#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a service says of a failure in its envelope: a code and a message.
public struct ServiceError: Error, Hashable, Sendable {
    /// A code, written as a number or as a string: `1001` and `"1001"` are the same, `"0"` and `"0000"` are not.
    public struct Code: Hashable, Sendable {
        /// The code as text; a truth value as `true` or `false`.
        public let text: String

        /// A code from its text.
        public init(_ text: String) { self.text = text }

        /// The code as a number, if it is one.
        public var number: Int? { Int(text) }
    }

    /// The service's code.
    public var code: Code
    /// The service's message, for a person; empty when it sent none.
    public var message: String

    /// An error of a service.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }
}

extension ServiceError: CustomStringConvertible, LocalizedError {
    /// The message and the code.
    public var description: String {
        message.isEmpty ? "the service failed with the code \(code)" : "\(message) (code \(code))"
    }

    /// What a person is to read: the service's message.
    public var errorDescription: String? { message.isEmpty ? nil : message }
}

extension ServiceError.Code: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    CustomStringConvertible, Decodable
{
    /// A code that is a number.
    public init(integerLiteral number: Int) { self.init("\(number)") }
    /// A code that is a string.
    public init(stringLiteral text: String) { self.init(text) }
    /// A code that is a truth value: `"success": true`.
    public init(booleanLiteral value: Bool) { self.init("\(value)") }

    /// A code that is written as a string, a whole number or a truth value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self.init("\(number)")
        } else if let value = try? container.decode(Bool.self) {
            self.init("\(value)")
        } else {
            self.init(try container.decode(String.self))
        }
    }

    /// The code as text.
    public var description: String { text }
}
