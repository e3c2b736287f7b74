extension Resource {
    /// A resource whose body is JSON, read with whatever repairs it takes; the value lists them.
    ///
    /// - Parameters:
    ///   - request: What is sent: a ``Request``, or a URL.
    ///   - path: Where in the document the value stands; the document itself unless told otherwise.
    ///   - decoder: How dates, data and keys are written.
    public init<Content>(
        lenientJSON request: some RequestConvertible, at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder()
    ) where Value == Lenient<Content> {
        let reading = Reading(
            json: { try $0[at: path].decodeLeniently(Content.self, decoder: decoder) }, empty: { nil })
        self.init(request.asRequest, reading: reading)
    }
}
