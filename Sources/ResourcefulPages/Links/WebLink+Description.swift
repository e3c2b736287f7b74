extension WebLink: HidesSecrets {
    /// The link as a field value, with the secrets in its target replaced (see `Redaction`).
    public var description: String { written(target: Self.shown(target)) }

    /// The link as a field value (RFC 8288, section 3).
    ///
    /// Characters that a target can't contain are percent-encoded. A value that isn't printable ASCII is encoded as in
    /// RFC 8187, under a name that ends with `*`.
    public var fieldValue: String { written(target: PercentEncoding.encoded(url: target)) }

    /// Returns the text of a URL for people, on one line and with its secrets replaced.
    static func shown(_ target: String) -> String {
        let text = PercentEncoding.encoded(url: target)
        if let url = URL(string: text) { return Redaction.standard.redacted(url) }
        // Of text that isn't a URL, a field such as Location shows what isn't secret.
        let field = try? HeaderFields.Field("Location", text)
        return field.map(Redaction.standard.redactedValue) ?? Redaction.mark
    }

    private func written(target: String) -> String {
        "<\(target)>" + parameters.map { "; \(Self.written($0))" }.joined()
    }

    private static func written(_ parameter: Parameter) -> String {
        // Spaces separate relations (RFC 8288, section 3.3). A tab would make the name `rel*`, which recipients ignore.
        let value = parameter.name == "rel" ? parameter.value.replacing("\t", with: " ") : parameter.value
        let isPrintable = value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        let isExtended = parameter.name.hasSuffix("*")
        guard isExtended || !isPrintable else {
            return "\(parameter.name)=\(LinkText.quoted(value))"
        }
        let extended = ExtendedValue(value, language: parameter.language)
        return "\(parameter.name)\(isExtended ? "" : "*")=\(extended.encoded)"
    }
}
