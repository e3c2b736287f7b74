extension AuthenticationChallenge: HidesSecrets {
    /// The challenge on one line of limited length, with secrets replaced.
    public var description: String { Redaction.standard.line(text, limit: 2_000) }
}
