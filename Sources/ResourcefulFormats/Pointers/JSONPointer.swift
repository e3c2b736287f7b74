/// A JSON Pointer (RFC 6901), such as `/episodes/0/title`. In a key, `~1` is a slash and `~0` is a tilde.
///
///     if let pointer = JSONPointer("/data/featured/0/title") {
///         print(try json[at: pointer].string)  // Plans
///     }
public struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    /// The unescaped keys and indices, from the root of the document.
    public let tokens: [String]

    /// Creates a pointer from its text. Returns nil if the text isn't a pointer: it must be empty or begin with a
    /// slash, and 0 or 1 must follow each tilde (RFC 6901, section 3).
    public init?(_ text: String) {
        guard text.isEmpty || text.utf8.first == UInt8(ascii: "/") else { return nil }
        var tokens: [String] = []
        for token in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst() {
            var bytes: [UInt8] = []
            var rest = token[...]
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "~") else {
                    bytes.append(byte)
                    continue
                }
                switch rest.popFirst() {
                case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
                case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
                default: return nil
                }
            }
            tokens.append(String(decoding: bytes, as: UTF8.self))
        }
        self.tokens = tokens
    }

    /// The text of the pointer.
    public var description: String {
        tokens.map { token in
            "/"
                + token.unicodeScalars.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
        }.joined()
    }
}

extension JSON {
    /// Returns the place that a pointer identifies (RFC 6901, section 4). In an array, a token of digits without
    /// leading zeros is an index, and any other token leads to a missing value.
    public subscript(at pointer: JSONPointer) -> JSON {
        pointer.tokens.reduce(self) { place, token in
            let isIndex = token == "0" || (token.utf8.first != UInt8(ascii: "0") && token.utf8.allSatisfy(Self.isDigit))
            guard place.isArray, isIndex, let index = Int(token) else {
                return place.isArray ? place[-1] : place[token]
            }
            return place[index]
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
