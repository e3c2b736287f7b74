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
        var bytes = Substring(";\(text)").utf8
        let directives = FieldParameters(&bytes, endingAtComma: false)
        let names = directives.pairs.map(\.name)
        guard bytes.isEmpty, Set(names).count == names.count, let age = directives["max-age"],
            !age.isEmpty, age.utf8.allSatisfy(StructuredFieldGrammar.isDigit)
        else { return nil }
        self.init(
            maximumAge: .seconds(min(FieldNumber.parsed(age) ?? .max, Self.longest)),
            includesSubdomains: names.contains("includesubdomains"))
    }

    /// The field value.
    public var description: String {
        "max-age=\(max(0, maximumAge.components.seconds))\(includesSubdomains ? "; includeSubDomains" : "")"
    }

    private static let longest = 100 * 365 * 86_400
}
