extension Response {
    /// The URL of the Location field, resolved against the URL that responded (RFC 9110, section 10.2.2; RFC 3986,
    /// section 5).
    ///
    /// Spaces and other characters that aren't allowed in a URL are percent-encoded. Nil if the field is missing, isn't
    /// a URL, or has two different values, or if it is relative and the response has no ``url``.
    public var location: URL? {
        let values = headerFields.values(of: .location)
        guard let first = values.first, !first.isEmpty, values.allSatisfy({ $0 == first }) else { return nil }
        let text = FieldMoment.bare(first)
        guard !text.isEmpty else { return url?.resolving("") }
        let target = URLText(text).encoded
        guard let location = url?.resolving(target.text) ?? target.url, Target(location).isAbsolute else { return nil }
        return location
    }
}
