/// The names of entries that belong to one of several accounts: `account/alice/credentials https://example.org:443`.
package enum AccountEntry {
    private static let prefix = "account/"

    /// The name of an account's entry in the store. The account's name can have any characters.
    package static func name(_ entry: String, of account: String) -> String {
        "\(prefix)\(PercentEncoding.encoded(account))/\(entry)"
    }

    /// What an entry is, by its name.
    package enum Kind: Sendable {
        /// The cookies of a site.
        case cookies
        /// The list of all sites with cookies.
        case listOfCookies
        case other
    }

    /// Returns what the entry with a name is.
    package static func kind(of name: String) -> Kind {
        let own = own(name)
        return own == CookieSites.name ? .listOfCookies : own.hasPrefix(CookieShelf.prefix) ? .cookies : .other
    }

    /// The part of a name before the name without its account.
    package static func prefix(of name: String) -> Substring { name.dropLast(own(name).count) }

    /// The name of an entry without its account.
    package static func own(_ name: String) -> Substring {
        var rest = name[...]
        while rest.hasPrefix(prefix), let slash = rest.dropFirst(prefix.count).firstIndex(of: "/") {
            rest = rest[rest.index(after: slash)...]
        }
        return rest
    }
}
