extension Request {
    private static let json: HeaderFields = ["Accept": "application/json"]

    /// Asks for JSON, unless the request has an Accept field (RFC 9110, section 12.5.1).
    package mutating func askForJSON() {
        guard !headerFields.contains(.accept) else { return }
        var content = parts.content
        content.headerFields = headerFields.isPristine ? Self.json : headerFields.merging(defaults: Self.json)
        content.known.acceptIsDefault = true
        parts = Shared(content)
    }

    /// Adds the fields whose names the request doesn't have yet. An Accept field among them replaces the default that a
    /// resource added.
    package mutating func add(defaults fields: HeaderFields) {
        var own = headerFields
        if fields.contains(.accept), parts.content.known.acceptIsDefault, own[.accept] == Self.json[.accept] {
            own[.accept] = nil
        }
        headerFields = own.merging(defaults: fields)
    }
}
