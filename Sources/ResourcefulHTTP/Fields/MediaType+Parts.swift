extension MediaType {
    /// The type, in lower case: `text` in `text/html`; `*` in a range of all types.
    public var type: String { essence.prefix { $0 != "/" }.description }

    /// The subtype, in lower case: `html` in `text/html`; `*` in a range of all subtypes.
    public var subtype: String { essence.drop { $0 != "/" }.dropFirst().description }

    /// The text after the last plus sign of the subtype: `json` in `application/problem+json` (RFC 6839); nil if none.
    public var suffix: String? {
        let subtype = subtype
        return subtype.lastIndex(of: "+").map { String(subtype[subtype.index(after: $0)...]) }
    }

    /// The type and subtype, in lower case and without parameters.
    public var essence: String {
        FieldParameters.lowercased(
            rawValue.utf8.prefix { $0 != UInt8(ascii: ";") }.prefix { !FieldParameters.isSpace($0) })
    }

    /// The parameters in their order, with names in lower case and values without quotes. Malformed ones are left out.
    public var parameters: [(name: String, value: String)] { parsed.pairs.map { ($0.name, $0.value) } }

    /// The value of the first parameter with a name, which is case-insensitive.
    public subscript(parameter name: String) -> String? { parsed[FieldParameters.lowercased(name.utf8)] }

    /// The preference for this type in an Accept field, from 0 (not accepted) to 1, the default (RFC 9110, section
    /// 12.4.2).
    public var quality: Double {
        guard let text = self[parameter: "q"], text.hasPrefix("0") || text.hasPrefix("1"),
            text.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || StructuredFieldGrammar.isDigit($0) }),
            let quality = Double(text)
        else { return 1 }
        return Self.limited(quality)
    }

    /// Returns a copy with a parameter, which replaces others with its name.
    ///
    /// - Returns: The media type; nil if the value has characters that a field can't contain.
    public func with(_ name: HeaderFields.Name, _ value: String) -> MediaType? {
        let kept = parsed.pairs.filter { $0.name != FieldParameters.lowercased(name.rawName.utf8) }
        let texts = (kept.map { ($0.name, $0.value) } + [(name.rawName, value)])
            .map { "; \($0)=\(FieldParameters.written($1))" }
        return MediaType("\(essence)\(texts.joined())")
    }

    /// Returns a copy with a quality for an Accept field, rounded to three decimals (RFC 9110, section 12.4.2).
    public func with(quality: Double) -> MediaType { with("q", QueryText.of(Self.limited(quality))) ?? self }

    private static func limited(_ quality: Double) -> Double {
        quality.isNaN ? 0 : (min(max(quality, 0), 1) * 1000).rounded() / 1000
    }

    /// Returns whether this range includes a media type. `text/*` includes `text/html`. Parameters of the range, except
    /// for the quality, must be in the media type, too (RFC 9110, section 12.5.1).
    public func matches(_ other: MediaType) -> Bool {
        guard type == "*" || type == other.type, subtype == "*" || subtype == other.subtype else { return false }
        let others = other.parsed.pairs
        return parsed.pairs.allSatisfy { $0.name == "q" || others.contains($0) }
    }

    /// Returns whether two media types are equal. Ignores quotes, spaces, and the case of case-insensitive parts.
    public static func == (left: MediaType, right: MediaType) -> Bool {
        left.rawValue == right.rawValue || (left.essence == right.essence && left.parsed == right.parsed)
    }

    /// Hashes the parts that count for equality.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(essence)
        hasher.combine(parsed)
    }

    private var parsed: FieldParameters {
        var bytes = rawValue[...].utf8.drop { $0 != UInt8(ascii: ";") }
        return FieldParameters(&bytes, endingAtComma: false)
    }

    /// Whether the content is JSON: `application/json`, `text/json`, or a type with the suffix `+json` (RFC 6839).
    public var isJSON: Bool { ["application/json", "text/json"].contains(essence) || suffix == "json" }
}
