/// The domains under which anybody can have one: `com`, `co.uk`, `github.io`. No cookie may be for all that are below.
///
///     let list = PublicSuffixes(parsing: try String(contentsOf: file, encoding: .utf8))
///     Webservice(policies: [.cookies(publicSuffixes: list)])
///
/// The list is kept at publicsuffix.org, changes every week, and is no part of this library. Without it, ``wellKnown``
/// refuses the obvious ones.
public struct PublicSuffixes: Hashable, Sendable {
    private let rules: Set<String>
    private let isWellKnown: Bool

    /// What needs no list: every name of one label, and `co.uk`, `com.au` and the like: a country's two letters behind
    /// one of the usual words. `github.io` is not among them.
    public static let wellKnown = PublicSuffixes(rules: [], isWellKnown: true)

    private init(rules: Set<String>, isWellKnown: Bool) { (self.rules, self.isWellKnown) = (rules, isWellKnown) }

    /// A list as publicsuffix.org writes it: a rule on each line, `*.ck` and `!www.ck` among them; comments begin with
    /// `//`. Names in other scripts have to be in their ASCII form (`xn--`), as hosts of URLs are.
    public init(parsing list: String) {
        var rules: Set<String> = []
        for line in list.split(whereSeparator: \.isNewline) {
            guard let rule = line.split(whereSeparator: \.isWhitespace).first, !rule.hasPrefix("//") else { continue }
            rules.insert(rule.lowercased())
        }
        self.init(rules: rules, isWellKnown: false)
    }

    /// Whether anybody can have a domain below a host.
    public func contains(_ host: String) -> Bool { registrableDomain(of: host) == nil && !CookieScope.isAddress(host) }

    /// The domain that somebody owns, in which a host is: `example.co.uk` for `www.example.co.uk`; nil for a suffix,
    /// and for an address.
    public func registrableDomain(of host: String) -> String? {
        guard !CookieScope.isAddress(host) else { return nil }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let count = isWellKnown ? Self.wellKnownCount(labels) : listedCount(labels)
        guard labels.count > count else { return nil }
        return labels.suffix(count + 1).joined(separator: ".")
    }

    /// How many labels at the end are a suffix. Of several rules the longest one counts, and an exception above all.
    private func listedCount(_ labels: [Substring]) -> Int {
        var longest = 1
        for count in 1...labels.count {
            let name = labels.suffix(count).joined(separator: ".")
            if rules.contains("!\(name)") { return count - 1 }
            let above = labels.suffix(count - 1).joined(separator: ".")
            if rules.contains(name) || count > 1 && rules.contains("*.\(above)") { longest = count }
        }
        return longest
    }

    private static func wellKnownCount(_ labels: [Substring]) -> Int {
        guard labels.count > 1, let country = labels.last, country.utf8.count == 2 else { return 1 }
        return usual.contains(String(labels[labels.count - 2])) ? 2 : 1
    }

    private static let usual: Set<String> = ["ac", "co", "com", "edu", "gob", "gov", "go", "ne", "net", "or", "org"]
}
