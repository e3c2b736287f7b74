extension HeaderFields.Name {
    /// The names that hot paths look for. Each of them is found by one look at a line, and no path has to know how.
    package enum Known: Sendable {
        case age, cacheControl, date, expires, ifMatch, ifModifiedSince, ifNoneMatch, ifRange, ifUnmodifiedSince
        case lastModified, pragma, range, vary
    }

    /// Which of those names it is; nil for all others, most of which are told by their length.
    package var known: Known? {
        switch rawName.utf8.count {
        case 3: self == Self(constant: "Age") ? .age : nil
        case 4: self == Self(constant: "Date") ? .date : self == Self(constant: "Vary") ? .vary : nil
        case 5: self == Self(constant: "Range") ? .range : nil
        case 6: self == Self(constant: "Pragma") ? .pragma : nil
        case 7: self == Self(constant: "Expires") ? .expires : nil
        case 8: self == Self(constant: "If-Match") ? .ifMatch : self == Self(constant: "If-Range") ? .ifRange : nil
        case 13:
            self == Self(constant: "Cache-Control")
                ? .cacheControl
                : self == Self(constant: "Last-Modified")
                    ? .lastModified : self == Self(constant: "If-None-Match") ? .ifNoneMatch : nil
        case 17: self == Self(constant: "If-Modified-Since") ? .ifModifiedSince : nil
        case 19: self == Self(constant: "If-Unmodified-Since") ? .ifUnmodifiedSince : nil
        default: nil
        }
    }
}

extension HeaderFields {
    /// A set of names that is asked about lines, most of which have another length than all of its names.
    package struct NameSet: Sendable {
        private let names: Set<Name>
        /// A bit for each length.
        private let lengths: UInt64

        package init(_ names: Set<Name>) {
            self.names = names
            lengths = names.reduce(0) { $0 | Self.bit($1) }
        }

        /// Whether it is one of them.
        package func contains(_ name: Name) -> Bool { lengths & Self.bit(name) != 0 && names.contains(name) }

        private static func bit(_ name: Name) -> UInt64 { 1 << UInt64(Swift.min(name.rawName.utf8.count, 63)) }
    }
}
