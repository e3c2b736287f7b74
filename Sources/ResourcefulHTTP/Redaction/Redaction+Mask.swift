extension Redaction: TextMask {
    /// What stands in the place of a secret.
    package var mark: String { Self.mark }

    /// Whether a key is the name of a secret.
    package func hides(valueOf key: String) -> Bool { isSecret(name: key) }

    /// A text on one line, shortened to a few words or to a limit, secrets replaced.
    package func line(_ text: String, limit: Int? = nil) -> String {
        limit.map { Excerpt.line(text, limit: $0, mask: self) } ?? Excerpt.line(text, mask: self)
    }
}
