/// The names of entries that belong to one of several accounts: `account/alice/credentials https://example.org:443`.
package enum AccountEntry {
    private static let prefix = "account/"

    /// The name of an account's entry in the store. The account's name can have any characters.
    package static func name(_ entry: String, of account: String) -> String {
        "\(prefix)\(PercentEncoding.encoded(account))/\(entry)"
    }

    /// The name of an entry without its account.
    package static func own(_ name: String) -> Substring {
        var rest = name[...]
        while rest.hasPrefix(prefix), let slash = rest.dropFirst(prefix.count).firstIndex(of: "/") {
            rest = rest[rest.index(after: slash)...]
        }
        return rest
    }
}
