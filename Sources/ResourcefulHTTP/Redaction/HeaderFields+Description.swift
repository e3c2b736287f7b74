extension HeaderFields: CustomStringConvertible, CustomReflectable {
    /// The field lines as they would be sent, with secrets replaced (see ``Redaction``).
    public var description: String {
        Redaction.standard.redacted(self).fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }

    /// The field lines for a debugger or `dump`, with secrets replaced.
    public var customMirror: Mirror {
        Mirror(
            self, children: Redaction.standard.redacted(self).fields.map { ($0.name.rawName, $0.value) },
            displayStyle: .dictionary)
    }
}

extension HeaderFields.Field: CustomStringConvertible, CustomReflectable {
    /// The field line. The value is replaced if it is a secret.
    public var description: String { "\(name): \(Redaction.standard.redactedValue(of: self))" }

    /// The field line for a debugger or `dump`. The value is replaced if it is a secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name.rawName, "value": Redaction.standard.redactedValue(of: self)])
    }
}
