extension Request {
    private static let json: HeaderFields = ["Accept": "application/json"]

    /// Asks for JSON, unless the request has an Accept field (RFC 9110, section 12.5.1).
    package mutating func askForJSON() {
        guard !headerFields.contains("Accept") else { return }
        var content = parts.content
        content.headerFields = headerFields == [:] ? Self.json : headerFields.merging(defaults: Self.json)
        content.known.acceptIsDefault = true
        parts.content = content
    }

    /// Adds the fields whose names the request doesn't have yet. An Accept field among them replaces the default that a
    /// resource added.
    package mutating func add(defaults fields: HeaderFields) {
        var own = headerFields
        if fields.contains("Accept"), parts.content.known.acceptIsDefault, own["Accept"] == Self.json["Accept"] {
            own["Accept"] = nil
        }
        headerFields = own.merging(defaults: fields)
    }
}
