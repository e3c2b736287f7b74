/// A failure that a service reports in its envelope: a code and a message.
///
///     do {
///         print(try episodes.value(from: response))
///     } catch let error as ServiceError where error.code == 1001 {
///         showSignIn(error.message)
///     }
public struct ServiceError: Error, Hashable, Sendable {
    /// A code, written as a number, a string or a Boolean. `1001` and `"1001"` are equal, `"0"` and `"0000"` aren't.
    ///
    ///     extension ServiceError.Code {
    ///         static let tokenExpired: ServiceError.Code = "TOKEN_EXPIRED"
    ///     }
    public struct Code: Hashable, Sendable {
        /// The code as text; a Boolean as `true` or `false`.
        public let text: String

        /// Creates a code from its text.
        public init(_ text: String) { self.text = text }

        /// The code as a number; nil if it isn't one.
        public var number: Int? { Int(text) }
    }

    /// The service's code.
    public var code: Code
    /// The service's message for people; empty if it sent none.
    public var message: String

    /// Creates an error of a service.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }
}

extension ServiceError: CustomStringConvertible, LocalizedError {
    /// The message and the code, on one line with secrets replaced.
    public var description: String {
        let text = message.isEmpty ? "the service failed with the code \(code)" : "\(message) (code \(code))"
        return Redaction.standard.line(text, limit: 2_000)
    }

    /// The service's message, on one line with secrets replaced; nil if it is empty.
    public var errorDescription: String? {
        message.isEmpty ? nil : Redaction.standard.line(message, limit: 2_000)
    }
}

extension ServiceError.Code: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    CustomStringConvertible, Decodable
{
    /// Creates a code from a number.
    public init(integerLiteral number: Int) { self.init("\(number)") }
    /// Creates a code from a string.
    public init(stringLiteral text: String) { self.init(text) }
    /// Creates a code from a Boolean: `"success": true`.
    public init(booleanLiteral value: Bool) { self.init("\(value)") }

    /// Decodes a code that is a string, a whole number or a Boolean.
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
