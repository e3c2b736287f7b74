// Getters return nil or an empty array if a field is missing or malformed. Setting nil or an empty array removes it.
extension HeaderFields {
    /// The media types that the client accepts, in the order of the field (RFC 9110, section 12.5.1).
    public var accept: [MediaType] {
        get { members(of: .accept).compactMap { MediaType($0) } }
        set { self[.accept] = newValue.isEmpty ? nil : newValue.map(\.description).joined(separator: ", ") }
    }

    /// The credentials, as they are in the field (RFC 9110, section 11.6.2). They are secret, and never printed.
    public var authorization: String? {
        get { self[.authorization] }
        set { self[.authorization] = newValue }
    }

    /// The client's name (RFC 9110, section 10.1.5). Transports send their own unless you set it.
    public var userAgent: String? {
        get { self["User-Agent"] }
        set { self["User-Agent"] = newValue }
    }

    /// The condition that the content has one of the tags (RFC 9110, section 13.1.1).
    public var ifMatch: EntityTag.Condition? {
        get { self["If-Match"].flatMap { EntityTag.Condition(parsing: $0) } }
        set { self["If-Match"] = newValue?.description }
    }

    /// The condition that the content doesn't have any of the tags (RFC 9110, section 13.1.2).
    public var ifNoneMatch: EntityTag.Condition? {
        get { self["If-None-Match"].flatMap { EntityTag.Condition(parsing: $0) } }
        set { self["If-None-Match"] = newValue?.description }
    }

    /// The date after which the content must have changed (RFC 9110, section 13.1.3).
    public var ifModifiedSince: Date? {
        get { date(in: "If-Modified-Since") }
        set { self["If-Modified-Since"] = newValue.flatMap(HTTPDate.text) }
    }

    /// The date after which the content must not have changed (RFC 9110, section 13.1.4).
    public var ifUnmodifiedSince: Date? {
        get { date(in: "If-Unmodified-Since") }
        set { self["If-Unmodified-Since"] = newValue.flatMap(HTTPDate.text) }
    }

    /// The requested part of the content, as it is in the field: `bytes=0-499` (RFC 9110, section 14.2).
    public var range: String? {
        get { self["Range"] }
        set { self["Range"] = newValue }
    }

    /// Returns the members of all lines with a name (RFC 9110, section 5.6.1).
    package func members(of name: Name) -> [Substring] { self[name].map(FieldList.members) ?? [] }
}
