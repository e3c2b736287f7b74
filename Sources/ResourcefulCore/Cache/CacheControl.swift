/// What one side of an exchange says about caching: the directives of Cache-Control (RFC 9111, section 5.2), of RFC
/// 8246 and of RFC 5861.
///
/// It is for a private cache, so `public` and `private` are known, and `s-maxage` and `proxy-revalidate` are not. What
/// is malformed or contradicts itself is read against reuse: of two limits the stricter counts, and a lifetime that is
/// no number is 0. Numbers are seconds, 2^31 at most.
package struct CacheControl: Hashable, Sendable {
    /// Directives without an argument that counts.
    package struct Directives: OptionSet, Hashable, Sendable {
        /// A bit for each.
        package let rawValue: UInt16
        /// Directives by their bits.
        package init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Not to be used without validation (sections 5.2.1.4 and 5.2.2.4); with the names of fields, too.
        package static let noCache = Directives(rawValue: 1)
        /// Not to be stored (sections 5.2.1.5 and 5.2.2.5).
        package static let noStore = Directives(rawValue: 2)
        /// Not to be used when it is stale (section 5.2.2.2).
        package static let mustRevalidate = Directives(rawValue: 4)
        /// To be stored only by who knows what its status means, and then in spite of `no-store` (section 5.2.2.3).
        package static let mustUnderstand = Directives(rawValue: 8)
        /// For one user alone (section 5.2.2.7).
        package static let `private` = Directives(rawValue: 16)
        /// For all, and storable whatever its status (section 5.2.2.9).
        package static let `public` = Directives(rawValue: 32)
        /// Not going to change while it is fresh (RFC 8246).
        package static let immutable = Directives(rawValue: 64)
        /// To be answered from the store or not at all (section 5.2.1.7).
        package static let onlyIfCached = Directives(rawValue: 128)
    }

    /// The largest number of seconds, about 68 years, which stands for all that are larger (RFC 9111, section 1.2.2).
    package static let longest = Int(clamping: 1 << 31 as Int64)

    /// The directives without an argument that counts.
    package var directives: Directives = []
    /// For how many seconds a response is fresh (section 5.2.2.1), or how old one may be (section 5.2.1.1).
    package var maxAge: Int?
    /// For how many seconds more a response must be fresh (section 5.2.1.3).
    package var minFresh: Int?
    /// How many seconds a response may be stale (section 5.2.1.2); without an argument, ``longest``.
    package var maxStale: Int?
    /// How many seconds a stale response may be used while it is validated (RFC 5861, section 3).
    package var staleWhileRevalidate: Int?
    /// How many seconds a stale response may be used when the server fails (RFC 5861, section 4).
    package var staleIfError: Int?

    /// Nothing is said.
    package init() {}

    /// What a response says.
    package init(response fields: HeaderFields) {
        for field in fields.fields where field.name.known == .cacheControl {
            read(field.value)
        }
    }

    /// What a request says; when it has no Cache-Control, in the words of HTTP/1.0: `Pragma: no-cache` (section 5.4).
    package init(request fields: HeaderFields) {
        self.init(response: fields)
        guard !fields.isEmpty, !fields.contains(.cacheControl) else { return }
        if fields[.pragma].map(FieldList.members)?.contains(where: { $0.lowercased() == "no-cache" }) == true {
            directives.insert(.noCache)
        }
    }

    /// Whether a directive is given.
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
    static let ifNoneMatch: Self = "If-None-Match"
    static let ifModifiedSince: Self = "If-Modified-Since"
    static let ifUnmodifiedSince: Self = "If-Unmodified-Since"
    static let ifMatch: Self = "If-Match"
    static let ifRange: Self = "If-Range"
    static let pragma: Self = "Pragma"
    static let proxyAuthorization: Self = "Proxy-Authorization"
}
