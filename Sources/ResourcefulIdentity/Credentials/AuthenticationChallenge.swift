/// A server's challenge to authenticate: a scheme and its parameters (RFC 9110, section 11.3).
///
/// Read it from a response in a policy of your own: `response.challenges`.
public struct AuthenticationChallenge: Hashable, Sendable, HidesSecrets {
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

    /// The challenge on one line of limited length, with secrets replaced.
    public var description: String { Redaction.standard.line(text, limit: 2_000) }

    /// The challenge as it is sent.
    var text: String { [scheme, token68 ?? "", parameters.text].filter { !$0.isEmpty }.joined(separator: " ") }

    fileprivate init(scheme: String, token68: String? = nil, parameters: FieldPairs = FieldPairs()) {
        (self.scheme, self.token68, self.parameters) = (scheme, token68, parameters)
    }
}

extension Response {
    /// The authentication challenges of all WWW-Authenticate fields.
    public var challenges: [AuthenticationChallenge] {
        headerFields.values(of: "WWW-Authenticate").flatMap { AuthenticationChallenge.all(parsing: $0) }
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
    var text: String { pairs.map { "\($0.name)=\(Self.quoted($0.value))" }.joined(separator: ", ") }

    /// Returns a value as a quoted string (RFC 9110, section 5.6.4).
    private static func quoted(_ value: String) -> String {
        let scalars = value.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }
        return "\"\(scalars.joined())\""
    }
}

/// Scans a list whose commas may separate challenges or parameters.
private struct ChallengeScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    mutating func next() -> AuthenticationChallenge? {
        while true {
            skip { Self.isSpace($0) || $0 == UInt8(ascii: ",") }
            guard !rest.isEmpty else { return nil }
            let scheme = String(Substring(take(Self.isTokenByte))).lowercased()
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
        return byte == UInt8(ascii: ",") || Self.isSpace(byte) && !startsWithEquals(rest)
    }

    private func startsWithEquals(_ bytes: Substring.UTF8View) -> Bool {
        bytes.drop(while: Self.isSpace).first == UInt8(ascii: "=")
    }

    /// Takes base64 text in place of parameters. Returns nil unless a comma or the end follows it.
    private mutating func takeToken68() -> String? {
        let start = rest
        skip(Self.isSpace)
        let letters = take { Self.isTokenByte($0) || $0 == UInt8(ascii: "/") }
        let padding = take { $0 == UInt8(ascii: "=") }
        let behind = rest.drop(while: Self.isSpace).first
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
            skip { Self.isSpace($0) || $0 == UInt8(ascii: ",") }
            let name = String(Substring(take(Self.isTokenByte))).lowercased()
            guard !name.isEmpty, startsWithEquals(rest) else {
                rest = start
                return pairs
            }
            skip(Self.isSpace)
            rest = rest.dropFirst()
            pairs.append(name, takeValue())
        }
    }

    /// Takes a value, quoted or not. Ignores other text before the next comma.
    private mutating func takeValue() -> String {
        skip(Self.isSpace)
        guard rest.first == UInt8(ascii: "\"") else {
            let value = take { $0 != UInt8(ascii: ",") && !Self.isSpace($0) }
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

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Returns whether a byte can stand in a token (RFC 9110, section 5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private mutating func skip(_ condition: (UInt8) -> Bool) { rest = rest.drop(while: condition) }
}
