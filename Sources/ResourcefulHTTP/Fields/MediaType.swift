/// The value of a Content-Type field: a type, a subtype, and parameters (RFC 9110, section 8.3.1). In an Accept field,
/// it can also be a range such as `text/*`.
///
/// Equality ignores the case of the type, the subtype, and parameter names, and the quoting of values.
///
///     let feed: MediaType = "application/feed+json; charset=utf-8"
///     print(feed.isJSON, feed.essence, feed[parameter: "charset"] ?? "")
///     // true application/feed+json utf-8
public struct MediaType: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The whole value, as it is in the field.
    public let rawValue: String

    /// Creates a media type from any string. Returns nil if it isn't `type/subtype`, both tokens, with or without
    /// parameters.
    public init?(_ value: some StringProtocol) {
        guard Self.isValid(value) else { return nil }
        rawValue = String(value)
    }

    /// Creates a media type from a literal. A literal that isn't a media type is a programming error, and traps.
    public init(stringLiteral value: String) {
        if !Self.isValid(value) { stopAtLiteral(value, "Not a media type (RFC 9110, section 8.3.1)") }
        rawValue = value
    }

    /// The whole value, as it is in the field.
    public var description: String { rawValue }

    /// `application/json` (RFC 8259).
    public static var json: MediaType { "application/json" }
    /// `application/x-www-form-urlencoded` (the WHATWG URL standard).
    public static var form: MediaType { "application/x-www-form-urlencoded" }
    /// `application/octet-stream`: bytes of an unknown type (RFC 2046, section 4.5.1).
    public static var octetStream: MediaType { "application/octet-stream" }

    /// `text/plain` (RFC 2046, section 4.1.3).
    public static var plainText: MediaType { "text/plain" }
    /// `text/html` (RFC 2854).
    public static var html: MediaType { "text/html" }
    /// `*/*`: anything, in an Accept field (RFC 9110, section 12.5.1).
    public static var anything: MediaType { "*/*" }

    private static func isValid(_ value: some StringProtocol) -> Bool {
        let bytes = value.utf8
        let essence = bytes.prefix { $0 != UInt8(ascii: ";") }
        let halves = essence.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, bytes.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else { return false }
        let subtype = halves[1].prefix { $0 != 0x20 && $0 != 0x09 }
        // White space is allowed only before a semicolon (RFC 9110, section 5.6.6).
        let space = halves[1].dropFirst(subtype.count)
        guard space.isEmpty || (essence.count < bytes.count && space.allSatisfy { $0 == 0x20 || $0 == 0x09 }) else {
            return false
        }
        return TokenGrammar.matches(halves[0]) && TokenGrammar.matches(subtype)
    }
}
