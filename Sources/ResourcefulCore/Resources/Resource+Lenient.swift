extension Resource {
    /// Creates a resource that reads JSON with all the repairs it needs. The value lists them.
    ///
    /// - Parameters:
    ///   - request: The ``Request`` or URL.
    ///   - path: The path of the value in the document; the document itself by default.
    ///   - decoder: The decoder, with its rules for dates, data, and keys.
    public init<Content>(
        lenientJSON request: some RequestConvertible, at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder()
    ) where Value == Lenient<Content> {
        let reading = Reading(
            json: { try $0[at: path].decodeLeniently(Content.self, decoder: decoder) }, empty: { nil })
        self.init(request.asRequest, reading: reading)
    }
}
