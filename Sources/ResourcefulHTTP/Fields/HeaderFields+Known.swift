extension HeaderFields.Name {
    /// The names that hot paths look for. One check of a field tells them all apart.
    package enum Known: Sendable {
        case age, cacheControl, date, expires, ifMatch, ifModifiedSince, ifNoneMatch, ifRange, ifUnmodifiedSince
        case lastModified, pragma, range, vary
    }

    /// The known name; nil for any other. The length alone rules out most names.
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
    /// A small set of names with a fast check: a name is compared with the names of its length, and never hashed.
    package struct NameSet: Sendable {
        /// The names, by their lengths.
        private let names: [[Name]]

        package init(_ names: Set<Name>) {
            var sorted: [[Name]] = []
            for name in names {
                let length = name.rawName.utf8.count
                while sorted.count <= length { sorted.append([]) }
                sorted[length].append(name)
            }
            self.names = sorted
        }

        /// Returns whether a name is in the set.
        package func contains(_ name: Name) -> Bool {
            let length = name.rawName.utf8.count
            return length < names.count && names[length].contains(name)
        }
    }
}
