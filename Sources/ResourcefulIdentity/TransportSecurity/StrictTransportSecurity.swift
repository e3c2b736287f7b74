/// A host's requirement to be reached only over secure connections (RFC 6797, section 6.1).
///
///     let policy = StrictTransportSecurity(parsing: "max-age=31536000; includeSubDomains")
///     print(policy?.includesSubdomains == true, policy?.maximumAge ?? .zero)
///     // true 31536000.0 seconds
public struct StrictTransportSecurity: Hashable, Sendable, CustomStringConvertible {
    /// The time that it applies, counted from the response. Zero ends it.
    public var maximumAge: Duration
    /// Whether it also applies to subdomains, such as `api.example.org` for `example.org`.
    public var includesSubdomains: Bool

    /// Creates a requirement.
    public init(maximumAge: Duration, includesSubdomains: Bool = false) {
        (self.maximumAge, self.includesSubdomains) = (maximumAge, includesSubdomains)
    }

    /// Creates a requirement from a field value such as `max-age=31536000; includeSubDomains`. Returns nil if it has no
    /// valid age, or a directive more than once. Unknown directives are skipped. More than a hundred years become a
    /// hundred years.
    public init?(parsing text: some StringProtocol) {
        let directives = Directives(String(text)).pairs
        let names = directives.map(\.name)
        guard Set(names).count == names.count, let age = directives.first(where: { $0.name == "max-age" })?.value,
            !age.isEmpty, age.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        self.init(
            maximumAge: .seconds(min(Int(age) ?? .max, Self.longest)),
            includesSubdomains: names.contains("includesubdomains"))
    }

    /// The field value.
    public var description: String {
        "max-age=\(max(0, maximumAge.components.seconds))\(includesSubdomains ? "; includeSubDomains" : "")"
    }

    private static let longest = 100 * 365 * 86_400
}
