/// What a host says about being reached securely alone (RFC 6797, section 6.1).
public struct StrictTransportSecurity: Hashable, Sendable, CustomStringConvertible {
    /// How long it holds from when the response came; zero ends it.
    public var maximumAge: Duration
    /// Whether it holds for the hosts below, too: of `example.org` for `api.example.org`.
    public var includesSubdomains: Bool

    /// A statement of a host.
    public init(maximumAge: Duration, includesSubdomains: Bool = false) {
        (self.maximumAge, self.includesSubdomains) = (maximumAge, includesSubdomains)
    }

    /// The value as it stands in a field, `max-age=31536000; includeSubDomains`; nil when it has no age, or says
    /// something twice. What is not known is passed over. More than a hundred years are a hundred years.
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

    /// The value as it stands in a field.
    public var description: String {
        "max-age=\(max(0, maximumAge.components.seconds))\(includesSubdomains ? "; includeSubDomains" : "")"
    }

    private static let longest = 100 * 365 * 86_400
}
