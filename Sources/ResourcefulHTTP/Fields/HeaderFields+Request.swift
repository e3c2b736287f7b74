#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Reading gives nil, or no members, for a field that is not there or malformed; setting nil or none removes it.
extension HeaderFields {
    /// What kinds of content are wanted, in the order of the field (RFC 9110, section 12.5.1).
    public var accept: [MediaType] {
        get { members(of: "Accept").compactMap { MediaType($0) } }
        set { set("Accept", newValue) }
    }

    /// What languages are wanted (RFC 9110, section 12.5.4).
    public var acceptLanguage: [QualityPreference] {
        get { self["Accept-Language"].map(QualityPreference.list) ?? [] }
        set { set("Accept-Language", newValue) }
    }

    /// What codings are understood (RFC 9110, section 12.5.3). Transports ask for those that they undo by themselves.
    public var acceptEncoding: [QualityPreference] {
        get { self["Accept-Encoding"].map(QualityPreference.list) ?? [] }
        set { set("Accept-Encoding", newValue) }
    }

    /// The credentials, as they stand in the field (RFC 9110, section 11.6.2). A secret: never printed.
    public var authorization: String? {
        get { self[.authorization] }
        set { self[.authorization] = newValue }
    }

    /// What the client is (RFC 9110, section 10.1.5). Transports name themselves unless it is set.
    public var userAgent: String? {
        get { self["User-Agent"] }
        set { self["User-Agent"] = newValue }
    }

    /// Act only if the content is one of these (RFC 9110, section 13.1.1).
    public var ifMatch: EntityTag.Condition? {
        get { self["If-Match"].flatMap { EntityTag.Condition(parsing: $0) } }
        set { self["If-Match"] = newValue?.description }
    }

    /// Act only if the content is none of these (RFC 9110, section 13.1.2).
    public var ifNoneMatch: EntityTag.Condition? {
        get { self["If-None-Match"].flatMap { EntityTag.Condition(parsing: $0) } }
        set { self["If-None-Match"] = newValue?.description }
    }

    /// Act only if the content has changed since (RFC 9110, section 13.1.3).
    public var ifModifiedSince: Date? {
        get { self["If-Modified-Since"].flatMap { HTTPDate.date(of: $0) } }
        set { self["If-Modified-Since"] = newValue.flatMap(HTTPDate.text) }
    }

    /// Act only if the content has not changed since (RFC 9110, section 13.1.4).
    public var ifUnmodifiedSince: Date? {
        get { self["If-Unmodified-Since"].flatMap { HTTPDate.date(of: $0) } }
        set { self["If-Unmodified-Since"] = newValue.flatMap(HTTPDate.text) }
    }

    /// Which part of the content is wanted, as it stands in the field: `bytes=0-499` (RFC 9110, section 14.2).
    public var range: String? {
        get { self["Range"] }
        set { self["Range"] = newValue }
    }

    /// The members of all lines of a name (RFC 9110, section 5.6.1).
    package func members(of name: Name) -> [Substring] { self[name].map(FieldList.members) ?? [] }

    private mutating func set(_ name: Name, _ members: [some CustomStringConvertible]) {
        self[name] = members.isEmpty ? nil : members.map(\.description).joined(separator: ", ")
    }
}
