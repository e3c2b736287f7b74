// Getters return nil if a field is missing or malformed. Setting nil removes it. Dates are read as in Retry-After: in
// almost any form.
extension HeaderFields {
    /// The media type of the content (RFC 9110, section 8.3). In a request, it follows from the body unless you set it.
    public var contentType: MediaType? {
        get { self[.contentType].flatMap { MediaType($0) } }
        set { self[.contentType] = newValue?.rawValue }
    }

    /// The length of the content in bytes (RFC 9110, section 8.6). The field has one number, or the same number several
    /// times.
    ///
    /// You can't set it: in a request, it follows from the body.
    public var contentLength: Int? {
        let numbers = members(of: .contentLength).map { FieldNumber.parsed($0) }
        guard let first = numbers.first, numbers.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// The version of the content (RFC 9110, section 8.8.3).
    public var eTag: EntityTag? {
        get { self["ETag"].flatMap { EntityTag(parsing: $0) } }
        set { self["ETag"] = newValue?.description }
    }

    /// The date of the content's last change (RFC 9110, section 8.8.2).
    public var lastModified: Date? {
        get { date(in: "Last-Modified") }
        set { self["Last-Modified"] = newValue.flatMap(HTTPDate.text) }
    }

    /// The date when the message was created (RFC 9110, section 6.6.1).
    public var date: Date? {
        get { date(in: "Date") }
        set { self["Date"] = newValue.flatMap(HTTPDate.text) }
    }

    /// The date when the response stops being fresh (RFC 9111, section 5.3).
    public var expires: Date? {
        get { date(in: "Expires") }
        set { self["Expires"] = newValue.flatMap(HTTPDate.text) }
    }

    /// The directives for caches, as they are in the field (RFC 9111, section 5.2).
    public var cacheControl: String? {
        get { self["Cache-Control"] }
        set { self["Cache-Control"] = newValue }
    }

    /// The time to retry (RFC 9110, section 10.2.3).
    public var retryAfter: RetryAfter? {
        get { self["Retry-After"].flatMap { RetryAfter(parsing: $0) } }
        set {
            let text = newValue?.description ?? ""
            self["Retry-After"] = text.isEmpty ? nil : text
        }
    }

    /// The location of a related resource, as it is in the field: a URL, or a reference relative to the response's URL
    /// (RFC 9110, section 10.2.2).
    public var location: String? {
        get { self[.location] }
        set { self[.location] = newValue }
    }
}
