/// One option in a field such as Accept-Language, and the preference for it (RFC 9110, section 12.4.2).
///
///     request.headerFields.acceptLanguage = ["de-CH", QualityPreference("en", quality: 0.5)]
///     print(request.headerFields["Accept-Language"] ?? "")  // de-CH, en;q=0.5
public struct QualityPreference: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The option: a language, a coding, a charset, or `*` for any other.
    public let value: String
    /// The preference, from 0 (not accepted) to 1.
    public let quality: Double

    /// Creates an option with a preference, which is rounded to three decimals.
    public init(_ value: String, quality: Double = 1) {
        self.value = value
        self.quality = Self.limited(quality)
    }

    /// Creates an option with the preference 1.
    public init(stringLiteral value: String) { self.init(value) }

    /// The option as it is in the field: `de;q=0.5`.
    public var description: String { quality == 1 ? value : "\(value);q=\(Self.text(ofQuality: quality))" }

    /// Returns the options in a field value, in its order. Malformed ones are left out.
    static func list(_ text: String) -> [QualityPreference] {
        FieldList.members(text).compactMap { member in
            let value = member.utf8.prefix { $0 != UInt8(ascii: ";") && !FieldParameters.isSpace($0) }
            guard !value.isEmpty else { return nil }
            var rest = member.utf8[value.endIndex...]
            let parameters = FieldParameters(&rest, endingAtComma: true)
            return QualityPreference(String(decoding: value, as: UTF8.self), quality: quality(parameters["q"]))
        }
    }

    /// Returns the quality of a text; 1 if there is none or it is malformed.
    static func quality(_ text: String?) -> Double {
        guard let text, let first = text.utf8.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1"),
            text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || StructuredFieldGrammar.isDigit($0) }),
            let quality = Double(text)
        else { return 1 }
        return limited(quality)
    }

    static func text(ofQuality quality: Double) -> String { QueryText.of(limited(quality)) }

    private static func limited(_ quality: Double) -> Double {
        quality.isNaN ? 0 : (min(max(quality, 0), 1) * 1000).rounded() / 1000
    }
}

/// The grammar of lists (RFC 9110, section 5.6.1).
package enum FieldList {
    /// Returns the members between commas, except for commas in quotes, without surrounding space. Empty members are
    /// left out.
    package static func members(_ text: String) -> [Substring] {
        var members: [Substring] = []
        var start = text.startIndex
        var (isQuoted, isEscaped) = (false, false)
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                members.append(trimmed(text.utf8[start..<index]))
                start = text.utf8.index(after: index)
            }
        }
        return (members + [trimmed(text.utf8[start...])]).filter { !$0.isEmpty }
    }

    private static func trimmed(_ bytes: Substring.UTF8View) -> Substring {
        let inner = bytes.drop(while: FieldParameters.isSpace)
        let last = inner.lastIndex { !FieldParameters.isSpace($0) }
        return Substring(last.map { inner[...$0] } ?? inner[..<inner.startIndex])
    }
}
