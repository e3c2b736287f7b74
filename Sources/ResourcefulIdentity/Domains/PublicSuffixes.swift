/// Domains under which anyone can register a name, such as `com`, `co.uk` or `github.io`. No cookie can be for all
/// names below one of them.
///
///     let suffixes = PublicSuffixes(parsing: text)  // of publicsuffix.org
///     let webservice = Webservice(baseURL: api, policies: [.cookies(publicSuffixes: suffixes)])
///
/// The list is maintained at publicsuffix.org, changes every week, and isn't part of this library. Without it,
/// ``wellKnown`` covers the obvious ones.
public struct PublicSuffixes: Hashable, Sendable {
    private let rules: Set<String>
    private let isWellKnown: Bool

    /// Suffixes that need no list: each name with one label, and a usual word before a country's two letters, such as
    /// `co.uk` or `com.au`. It doesn't contain `github.io`.
    public static let wellKnown = PublicSuffixes(rules: [], isWellKnown: true)

    private init(rules: Set<String>, isWellKnown: Bool) { (self.rules, self.isWellKnown) = (rules, isWellKnown) }

    /// Parses a list in the format of publicsuffix.org, with wildcards (`*.ck`), exceptions (`!www.ck`) and comments
    /// (`//`). International names can be in either form: `公司.cn` or `xn--55qx5d.cn`, as in URLs. Linear in the length
    /// of the list.
    public init(parsing list: String) {
        var rules: Set<String> = []
        for line in list.split(whereSeparator: \.isNewline) {
            guard let rule = line.split(whereSeparator: \.isWhitespace).first, !rule.hasPrefix("//") else { continue }
            let isException = rule.hasPrefix("!")
            rules.insert((isException ? "!" : "") + Punycode.ascii(rule.dropFirst(isException ? 1 : 0).lowercased()))
        }
        self.init(rules: rules, isWellKnown: false)
    }

    /// Whether anyone can register a name below a host.
    public func contains(_ host: String) -> Bool { registrableDomain(of: host) == nil && !Host.isAddress(host) }

    /// The domain that was registered: `example.co.uk` for `www.example.co.uk`. Returns nil for a suffix and for an IP
    /// address.
    public func registrableDomain(of host: String) -> String? {
        guard !Host.isAddress(host) else { return nil }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let count = isWellKnown ? Self.wellKnownCount(labels) : listedCount(labels)
        guard labels.count > count else { return nil }
        return String(host[labels[labels.count - count - 1].startIndex...])
    }

    /// The domain that was registered, or the host itself if there is none. All hosts that could share a cookie have
    /// the same site.
    func site(of host: String) -> String { registrableDomain(of: host) ?? host }

    /// How many labels at the end are a suffix. The longest rule counts, and an exception overrides all.
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
