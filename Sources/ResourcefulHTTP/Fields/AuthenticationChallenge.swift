/// A server's challenge to authenticate: a scheme and its parameters (RFC 9110, section 11.3).
public struct AuthenticationChallenge: Hashable, Sendable {
    /// The scheme in lower case: `basic`, `bearer`, `digest`.
    public let scheme: String
    /// The text after the scheme, if it isn't a list of parameters.
    public let token68: String?
    /// The parameters in their order, with names in lower case.
    private let parameters: FieldPairs

    /// The value of the first parameter with a name, which is case-insensitive.
    public subscript(name: String) -> String? { parameters[name.lowercased()] }

    /// The protection space, as the server describes it.
    public var realm: String? { self["realm"] }

    /// Returns the challenges of a field in their order. Parsing is lenient, and skips malformed text.
    public static func all(parsing text: String) -> [AuthenticationChallenge] {
        var scanner = ChallengeScanner(text)
        var challenges: [AuthenticationChallenge] = []
        while let challenge = scanner.next() { challenges.append(challenge) }
        return challenges
    }

    /// The challenge as it is sent.
    var text: String { [scheme, token68 ?? "", parameters.text].filter { !$0.isEmpty }.joined(separator: " ") }

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

    /// The pairs as they are sent.
    var text: String { pairs.map { "\($0.name)=\(FieldParameters.quoted($0.value))" }.joined(separator: ", ") }
}

/// Scans a list whose commas may separate challenges or parameters.
private struct ChallengeScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    mutating func next() -> AuthenticationChallenge? {
        while true {
            skip { FieldParameters.isSpace($0) || $0 == UInt8(ascii: ",") }
            guard !rest.isEmpty else { return nil }
            let scheme = FieldParameters.lowercased(take(TokenGrammar.isTokenByte))
            // A parameter without a challenge, or not a token: continue after the next comma.
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

    /// Takes base64 text in place of parameters. Returns nil unless a comma or the end follows it.
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

    /// Takes parameters up to the next scheme, which is a name without an equals sign after it.
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

    /// Takes a value, quoted or not. Ignores other text before the next comma.
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
