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
        // A media type limits and rounds it in the same way.
        self.quality = MediaType.anything.with(quality: quality).quality
    }

    /// Creates an option with the preference 1.
    public init(stringLiteral value: String) { self.init(value) }

    /// The option as it is in the field: `de;q=0.5`.
    public var description: String {
        guard quality < 1, let text = MediaType.anything.with(quality: quality)[parameter: "q"] else { return value }
        return "\(value);q=\(text)"
    }

    /// Returns the options in a field value, in its order. Malformed ones are left out.
    static func list(_ text: String?) -> [QualityPreference] {
        FieldMembers.of(text).compactMap { member in
            let value = member.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
            guard !value.isEmpty else { return nil }
            let quality = MediaType("*/*\(member.dropFirst(value.count))")?.quality
            return QualityPreference(String(value), quality: quality ?? 1)
        }
    }
}

// Getters return an empty array if a field is missing. Setting an empty array removes it.
extension HeaderFields {
    /// The languages that the client prefers (RFC 9110, section 12.5.4).
    public var acceptLanguage: [QualityPreference] {
        get { QualityPreference.list(self["Accept-Language"]) }
        set { self["Accept-Language"] = Self.text(newValue) }
    }

    /// The codings that the client understands (RFC 9110, section 12.5.3). By default, transports ask for the codings
    /// that they decode.
    public var acceptEncoding: [QualityPreference] {
        get { QualityPreference.list(self["Accept-Encoding"]) }
        set { self["Accept-Encoding"] = Self.text(newValue) }
    }

    private static func text(_ options: [QualityPreference]) -> String? {
        options.isEmpty ? nil : options.map(\.description).joined(separator: ", ")
    }
}
