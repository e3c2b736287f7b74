extension Query: CustomStringConvertible, CustomReflectable {
    /// The encoded query, the values of secret names replaced.
    public var description: String { String(Redaction.standard.redacted(urlText: "?\(encoded)").dropFirst()) }

    /// The description alone, for a debugger or `dump`.
    public var customMirror: Mirror { Mirror(self, children: ["encoded": description]) }
}
