extension AuthenticationChallenge: CustomStringConvertible, CustomReflectable {
    /// The challenge on one line of limited length, with secrets replaced.
    public var description: String { Redaction.standard.line(text, limit: 2_000) }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["challenge": description]) }
}
