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
        // A tab may stand in a quoted string (RFC 9110, section 5.6.4), between two relations for one.
        let isPrintable = parameter.value.utf8.allSatisfy { StructuredFieldGrammar.isPrintable($0) || $0 == 0x09 }
        let isExtended = parameter.name.hasSuffix("*")
        guard isExtended || !isPrintable else {
            return "\(parameter.name)=\(FieldParameters.quoted(parameter.value))"
        }
        let value = ExtendedValue(parameter.value, language: parameter.language)
        return "\(parameter.name)\(isExtended ? "" : "*")=\(value.encoded)"
    }
}
