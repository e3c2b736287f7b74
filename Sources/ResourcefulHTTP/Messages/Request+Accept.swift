extension Request {
    private static let json: HeaderFields = ["Accept": "application/json"]

    /// Asks for JSON, unless the request says what it accepts (RFC 9110, section 12.5.1).
    package mutating func askForJSON() {
        guard !headerFields.contains("Accept") else { return }
        var content = parts.content
        content.headerFields = headerFields == [:] ? Self.json : headerFields.merging(defaults: Self.json)
        content.known.acceptIsDefault = true
        parts.content = content
    }

    /// Adds fields whose names do not occur here. An Accept among them replaces one that a resource asked for by
    /// itself.
    package mutating func add(defaults fields: HeaderFields) {
        var own = headerFields
        if fields.contains("Accept"), parts.content.known.acceptIsDefault, own["Accept"] == Self.json["Accept"] {
            own["Accept"] = nil
        }
        headerFields = own.merging(defaults: fields)
    }
}
