extension HeaderFields: CustomStringConvertible, CustomReflectable {
    /// The lines as they would be sent, secrets replaced (see ``Redaction``).
    public var description: String {
        Redaction.standard.redacted(self).fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }

    /// The lines for a debugger or `dump`, secrets replaced.
    public var customMirror: Mirror {
        Mirror(
            self, children: Redaction.standard.redacted(self).fields.map { ($0.name.rawName, $0.value) },
            displayStyle: .dictionary)
    }
}

extension HeaderFields.Field: CustomStringConvertible, CustomReflectable {
    /// The line, its value replaced when it is a secret.
    public var description: String { "\(name): \(Redaction.standard.redactedValue(of: self))" }

    /// The line for a debugger or `dump`, its value replaced when it is a secret.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name.rawName, "value": Redaction.standard.redactedValue(of: self)])
    }
}
