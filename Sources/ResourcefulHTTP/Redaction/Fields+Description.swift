extension HeaderFields: CustomStringConvertible, CustomReflectable {
    /// The field lines as they would be sent, with secrets and control characters replaced (see ``Redaction``).
    public var description: String { fields.map(\.description).joined(separator: "\n") }

    /// The field lines for a debugger or `dump`, with secrets replaced.
    public var customMirror: Mirror {
        Mirror(
            self, children: fields.map { ($0.name.rawName, $0.shownValue) }, displayStyle: .dictionary)
    }
}

extension HeaderFields.Field: HidesSecrets {
    /// The field line. The value is replaced if it is a secret, and control characters by spaces.
    public var description: String { "\(name): \(shownValue)" }

    fileprivate var shownValue: String {
        Excerpt.line(Redaction.standard.redactedValue(of: self), limit: .max, mask: nil)
    }
}
