/// The caching directives of a request or a response: those of Cache-Control (RFC 9111, section 5.2), of RFC 8246 and
/// of RFC 5861.
///
/// It is for a private cache: it reads `public` and `private`, and ignores `s-maxage` and `proxy-revalidate`. Malformed
/// or contradictory directives are read strictly: of two limits the stricter applies, and a lifetime that isn't a
/// number is 0. Numbers are seconds, at most 2^31.
package struct CacheControl: Hashable, Sendable {
    /// The directives without a relevant argument.
    package struct Directives: OptionSet, Hashable, Sendable {
        /// The bits, one for each directive.
        package let rawValue: UInt16
        /// Creates the directives from their bits.
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Requires validation before each use (sections 5.2.1.4 and 5.2.2.4); `no-cache` with field names counts, too.
        package static let noCache = Directives(rawValue: 1)
        /// Forbids storing (sections 5.2.1.5 and 5.2.2.5).
        package static let noStore = Directives(rawValue: 2)
        /// Forbids use when stale (section 5.2.2.2).
        package static let mustRevalidate = Directives(rawValue: 4)
        /// Permits storing only by caches that understand the status, even with `no-store` (section 5.2.2.3).
        package static let mustUnderstand = Directives(rawValue: 8)
        /// For one user only (section 5.2.2.7).
        package static let `private` = Directives(rawValue: 16)
        /// For all users, and storable with any status (section 5.2.2.9).
        package static let `public` = Directives(rawValue: 32)
        /// Doesn't change while it is fresh (RFC 8246).
        package static let immutable = Directives(rawValue: 64)
        /// Permits only a stored response (section 5.2.1.7).
        package static let onlyIfCached = Directives(rawValue: 128)
    }

    /// The largest number of seconds, about 68 years, which replaces all larger numbers (RFC 9111, section 1.2.2).
    package static let longest = Int(clamping: 1 << 31 as Int64)

    /// The directives without a relevant argument.
    package var directives: Directives = []
    /// The number of seconds for which a response is fresh (section 5.2.2.1), or the highest age that the request
    /// accepts (section 5.2.1.1).
    package var maxAge: Int?
    /// The number of seconds for which a response must remain fresh (section 5.2.1.3).
    package var minFresh: Int?
    /// The number of seconds for which a response may have been stale (section 5.2.1.2); ``longest`` without an
    /// argument.
    package var maxStale: Int?
    /// The number of seconds for which a stale response may be used while it is validated (RFC 5861, section 3).
    package var staleWhileRevalidate: Int?
    /// The number of seconds for which a stale response may be used if the server fails (RFC 5861, section 4).
    package var staleIfError: Int?

    /// Creates a value without directives.
    package init() {}

    /// Creates the directives of a response.
    package init(response fields: HeaderFields) {
        for field in fields.fields where field.name.known == .cacheControl {
            read(field.value)
        }
    }

    /// Creates the directives of a request. Without Cache-Control, `Pragma: no-cache` of HTTP/1.0 counts (section 5.4).
    package init(request fields: HeaderFields) {
        self.init(response: fields)
        guard !fields.isEmpty, !fields.contains(.cacheControl) else { return }
        if fields[.pragma].map(FieldList.members)?.contains(where: { $0.lowercased() == "no-cache" }) == true {
            directives.insert(.noCache)
        }
    }

    /// Returns whether it has a directive.
    func says(_ directive: Directives) -> Bool { directives.contains(directive) }
}

extension HeaderFields.Name {
    static let cacheControl: Self = "Cache-Control"
    static let age: Self = "Age"
    static let date: Self = "Date"
    static let vary: Self = "Vary"
    static let eTag: Self = "ETag"
    static let expires: Self = "Expires"
    static let lastModified: Self = "Last-Modified"
    package static let ifNoneMatch: Self = "If-None-Match"
    package static let ifModifiedSince: Self = "If-Modified-Since"
    static let ifUnmodifiedSince: Self = "If-Unmodified-Since"
    static let ifMatch: Self = "If-Match"
    package static let ifRange: Self = "If-Range"
    static let pragma: Self = "Pragma"
}
