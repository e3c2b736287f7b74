extension WebLink: CustomStringConvertible, CustomReflectable {
    /// The link as a field value, with the secrets in its target replaced (see ``Redaction``).
    public var description: String { written(target: Redaction.standard.redacted(urlText: target)) }

    /// A mirror with only the description, for debuggers and `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["link": description]) }

    /// The link as a field value (RFC 8288, section 3).
    ///
    /// Characters that a target can't contain are percent-encoded. A value that isn't printable ASCII is encoded as in
    /// RFC 8187, under a name that ends with `*`.
    public var fieldValue: String { written(target: target) }

    private func written(target: String) -> String {
        "<\(PercentEncoding.encodedKeepingReserved(target))>" + parameters.map { "; \(Self.written($0))" }.joined()
    }

    private static func written(_ parameter: Parameter) -> String {
        // Spaces separate relations (RFC 8288, section 3.3). A tab would make the name `rel*`, which recipients ignore.
        let value = parameter.name == "rel" ? parameter.value.replacing("\t", with: " ") : parameter.value
        let isPrintable = value.utf8.allSatisfy(StructuredFieldGrammar.isPrintable)
        let isExtended = parameter.name.hasSuffix("*")
        guard isExtended || !isPrintable else {
            return "\(parameter.name)=\(FieldParameters.quoted(value))"
        }
        let extended = ExtendedValue(value, language: parameter.language)
        return "\(parameter.name)\(isExtended ? "" : "*")=\(extended.encoded)"
    }
}
