extension WebLink: CustomStringConvertible, CustomReflectable {
    /// The link as it stands in a field, secrets in its target replaced (see ``Redaction``).
    public var description: String { written(target: Redaction.standard.redacted(urlText: target)) }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["link": description]) }

    /// The link as it stands in a field (RFC 8288, section 3).
    ///
    /// What can't stand in a target is percent-encoded. A value that is not printable ASCII is written by RFC 8187,
    /// under a name with a star.
    public var fieldValue: String { written(target: target) }

    private func written(target: String) -> String {
        "<\(PercentEncoding.encodedKeepingReserved(target))>" + parameters.map { "; \(Self.written($0))" }.joined()
    }

    private static func written(_ parameter: Parameter) -> String {
        // Between relations stand spaces (RFC 8288, section 3.3); under a name with a star nobody looks for them.
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
