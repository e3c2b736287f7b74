extension Request {
    /// Returns the differences of another request's header fields from those of this recorded one. A recorded value
    /// with a mark in place of a secret equals any value.
    func fieldDifferences(from asked: Request, redaction: Redaction) -> [(recorded: String?, asked: String?)] {
        let redaction = redaction.including(secretsOf: self).including(secretsOf: asked)
        let (ours, theirs) = (lines(redaction), asked.lines(redaction))
        return Set(ours.keys).union(theirs.keys).sorted().compactMap { name in
            let (recorded, asked) = (ours[name], theirs[name])
            guard recorded != asked else { return nil }
            if let recorded, asked != nil, [Redaction.mark, "***", "redacted"].contains(where: recorded.contains) {
                return nil
            }
            return (recorded.map { "\(name): \($0)" }, asked.map { "\(name): \($0)" })
        }
    }

    /// The values of the fields without secrets, by name.
    private func lines(_ redaction: Redaction) -> [String: String] {
        let fields = headerFields.map { ($0.name.rawName.lowercased(), redaction.redactedValue(of: $0)) }
        return Dictionary(fields) { "\($0), \($1)" }
    }
}
