#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Reading gives nil for a field that is not there or malformed; setting nil removes it.
extension HeaderFields {
    /// What the content is (RFC 9110, section 8.3). In a request it follows from the body unless it is set.
    public var contentType: MediaType? {
        get { self[.contentType].flatMap { MediaType($0) } }
        set { self[.contentType] = newValue?.rawValue }
    }

    /// How many bytes the content has (RFC 9110, section 8.6): one number, or the same several times.
    ///
    /// It can't be set: in a request it follows from the body.
    public var contentLength: Int? {
        let numbers = members(of: .contentLength).map { FieldNumber.parsed($0) }
        guard let first = numbers.first, numbers.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// Which version of the content it is (RFC 9110, section 8.8.3).
    public var eTag: EntityTag? {
        get { self["ETag"].flatMap { EntityTag(parsing: $0) } }
        set { self["ETag"] = newValue?.description }
    }

    /// When the content last changed (RFC 9110, section 8.8.2).
    public var lastModified: Date? {
        get { self["Last-Modified"].flatMap { HTTPDate.date(of: $0) } }
        set { self["Last-Modified"] = newValue.flatMap(HTTPDate.text) }
    }

    /// When the message was made (RFC 9110, section 6.6.1).
    public var date: Date? {
        get { self["Date"].flatMap { HTTPDate.date(of: $0) } }
        set { self["Date"] = newValue.flatMap(HTTPDate.text) }
    }

    /// When the response is no longer fresh (RFC 9111, section 5.3).
    public var expires: Date? {
        get { self["Expires"].flatMap { HTTPDate.date(of: $0) } }
        set { self["Expires"] = newValue.flatMap(HTTPDate.text) }
    }

    /// What caches may do with the message, as it stands in the field (RFC 9111, section 5.2).
    public var cacheControl: String? {
        get { self["Cache-Control"] }
        set { self["Cache-Control"] = newValue }
    }

    /// When to come back (RFC 9110, section 10.2.3).
    public var retryAfter: RetryAfter? {
        get { self["Retry-After"].flatMap { RetryAfter(parsing: $0) } }
        set {
            let text = newValue?.description ?? ""
            self["Retry-After"] = text.isEmpty ? nil : text
        }
    }

    /// Where else something is, as it stands in the field: a URL, or one relative to that of the response (RFC 9110,
    /// section 10.2.2).
    public var location: String? {
        get { self[.location] }
        set { self[.location] = newValue }
    }
}
