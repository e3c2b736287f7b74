/// How a server wants to know who asks: a scheme, and what it says about it (RFC 9110, section 11.3).
public struct AuthenticationChallenge: Hashable, Sendable {
    /// The scheme in lower case: `basic`, `bearer`, `digest`.
    public let scheme: String
    /// What stands behind the scheme when it is no list of parameters.
    public let token68: String?
    /// The parameters in their order, names in lower case.
    private let parameters: FieldPairs

    /// The value of the first parameter of a name, in whatever case.
    public subscript(name: String) -> String? { parameters[name.lowercased()] }

    /// What the challenge is for, in the server's words.
    public var realm: String? { self["realm"] }

    /// The challenges of a field in their order, read as widely as they are written; what makes no sense is left out.
    public static func all(parsing text: String) -> [AuthenticationChallenge] {
        var scanner = ChallengeScanner(text)
        var challenges: [AuthenticationChallenge] = []
        while let challenge = scanner.next() { challenges.append(challenge) }
        return challenges
    }

    fileprivate init(scheme: String, token68: String? = nil, parameters: FieldPairs = FieldPairs()) {
        (self.scheme, self.token68, self.parameters) = (scheme, token68, parameters)
    }
}

/// Names and values, in order.
private struct FieldPairs: Hashable, Sendable {
    private var pairs: [FieldPair] = []

    private struct FieldPair: Hashable, Sendable {
        let name: String
        let value: String
    }

    subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

    mutating func append(_ name: String, _ value: String) { pairs.append(FieldPair(name: name, value: value)) }
}

/// Walks through a list in which a comma may stand between two challenges or between two parameters.
private struct ChallengeScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    mutating func next() -> AuthenticationChallenge? {
        while true {
            skip { FieldParameters.isSpace($0) || $0 == UInt8(ascii: ",") }
            guard !rest.isEmpty else { return nil }
            let scheme = FieldParameters.lowercased(take(TokenGrammar.isTokenByte))
            // A parameter that belongs to nothing, or no token at all: on behind the next comma.
            guard !scheme.isEmpty, isEndOfScheme else {
                _ = takeValue()
                continue
            }
            if let token = takeToken68() { return AuthenticationChallenge(scheme: scheme, token68: token) }
            return AuthenticationChallenge(scheme: scheme, parameters: takeParameters())
        }
    }

    private var isEndOfScheme: Bool {
        guard let byte = rest.first else { return true }
        return byte == UInt8(ascii: ",") || FieldParameters.isSpace(byte) && !startsWithEquals(rest)
    }

    private func startsWithEquals(_ bytes: Substring.UTF8View) -> Bool {
        bytes.drop(while: FieldParameters.isSpace).first == UInt8(ascii: "=")
    }

    /// The base64 text that takes the place of parameters, when nothing but a comma or the end is behind it.
    private mutating func takeToken68() -> String? {
        let start = rest
        skip(FieldParameters.isSpace)
        let letters = take { TokenGrammar.isTokenByte($0) || $0 == UInt8(ascii: "/") }
        let padding = take { $0 == UInt8(ascii: "=") }
        let behind = rest.drop(while: FieldParameters.isSpace).first
        guard !letters.isEmpty, behind == nil || behind == UInt8(ascii: ",") else {
            rest = start
            return nil
        }
        return String(decoding: letters, as: UTF8.self) + String(decoding: padding, as: UTF8.self)
    }

    /// Parameters up to the next scheme: a name without an equals sign behind it.
    private mutating func takeParameters() -> FieldPairs {
        var pairs = FieldPairs()
        while true {
            let start = rest
            skip { FieldParameters.isSpace($0) || $0 == UInt8(ascii: ",") }
            let name = FieldParameters.lowercased(take(TokenGrammar.isTokenByte))
            guard !name.isEmpty, startsWithEquals(rest) else {
                rest = start
                return pairs
            }
            skip { FieldParameters.isSpace($0) }
            rest = rest.dropFirst()
            pairs.append(name, takeValue())
        }
    }

    /// A value, quoted or not; what else stands before the next comma says nothing.
    private mutating func takeValue() -> String {
        skip(FieldParameters.isSpace)
        guard rest.first == UInt8(ascii: "\"") else {
            let value = take { $0 != UInt8(ascii: ",") && !FieldParameters.isSpace($0) }
            skip { $0 != UInt8(ascii: ",") }
            return String(decoding: value, as: UTF8.self)
        }
        rest = rest.dropFirst()
        var text: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                text.append(escaped)
            } else {
                text.append(byte)
            }
        }
        skip { $0 != UInt8(ascii: ",") }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func take(_ condition: (UInt8) -> Bool) -> Substring.UTF8View {
        let taken = rest.prefix(while: condition)
        rest = rest[taken.endIndex...]
        return taken
    }

    private mutating func skip(_ condition: (UInt8) -> Bool) { rest = rest.drop(while: condition) }
}

/// The name of ``AuthenticationChallenge`` in the version before.
@available(*, deprecated, renamed: "AuthenticationChallenge")
public typealias Challenge = AuthenticationChallenge
