extension MediaType {
    /// The type, in lower case: `text` of `text/html`; `*` of a range of all types.
    public var type: String { essence.prefix { $0 != "/" }.description }

    /// The subtype, in lower case: `html` of `text/html`; `*` of a range of all subtypes.
    public var subtype: String { essence.drop { $0 != "/" }.dropFirst().description }

    /// What follows the last plus sign of the subtype: `json` of `application/problem+json` (RFC 6839); nil for none.
    public var suffix: String? {
        let subtype = subtype
        return subtype.lastIndex(of: "+").map { String(subtype[subtype.index(after: $0)...]) }
    }

    /// Type and subtype, in lower case, without parameters.
    public var essence: String {
        FieldParameters.lowercased(
            rawValue.utf8.prefix { $0 != UInt8(ascii: ";") }.prefix { !FieldParameters.isSpace($0) })
    }

    /// The parameters in their order, names in lower case, values without quotes; malformed ones are left out.
    public var parameters: [(name: String, value: String)] { parsed.pairs.map { ($0.name, $0.value) } }

    /// The value of the first parameter of a name, whatever the case of the name.
    public subscript(parameter name: String) -> String? { parsed[FieldParameters.lowercased(name.utf8)] }

    /// How much it is wanted in an Accept field, from 0, not at all, to 1 (RFC 9110, section 12.4.2); 1 unless said.
    public var quality: Double { QualityPreference.quality(self[parameter: "q"]) }

    /// The same media type with a parameter, which replaces others of its name.
    ///
    /// A value with characters that can't stand in a field is nil.
    public func with(_ name: HeaderFields.Name, _ value: String) -> MediaType? {
        let kept = parsed.pairs.filter { $0.name != FieldParameters.lowercased(name.rawName.utf8) }
        let texts = (kept.map { ($0.name, $0.value) } + [(name.rawName, value)])
            .map { "; \($0)=\(FieldParameters.written($1))" }
        return MediaType("\(essence)\(texts.joined())")
    }

    /// The same media type with a quality, for an Accept field; three decimals of it count (RFC 9110, section 12.4.2).
    public func with(quality: Double) -> MediaType { with("q", QualityPreference.text(ofQuality: quality)) ?? self }

    /// Whether this range covers a media type: `text/*` covers `text/html`, and a parameter must be there if the range
    /// has it (RFC 9110, section 12.5.1). The quality does not count.
    public func matches(_ other: MediaType) -> Bool {
        guard type == "*" || type == other.type, subtype == "*" || subtype == other.subtype else { return false }
        let others = other.parsed.pairs
        return parsed.pairs.allSatisfy { $0.name == "q" || others.contains($0) }
    }

    /// Whether two are the same but for the case of letters that does not count, and for quotes and spaces.
    public static func == (left: MediaType, right: MediaType) -> Bool {
        left.rawValue == right.rawValue || (left.essence == right.essence && left.parsed == right.parsed)
    }

    /// Feeds what counts to the hasher.
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
