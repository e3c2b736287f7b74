extension JSON {
    /// Decodes the value at this place, repairing it where necessary, and returns it with a list of the repairs.
    ///
    /// Numbers in strings are converted, missing values become their type's default, and bad elements are skipped. It
    /// is slower than `decode(_:decoder:)`, which repairs nothing.
    ///
    /// - Throws: `ParseFailure` if something can't be repaired without guessing, or the error that the type's own
    ///   initializer throws.
    public func decodeLeniently<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, decoder: JSON.Decoder = JSON.Decoder()
    ) throws -> Lenient<Value> {
        let decoding = LenientDecoding(self, options: decoder)
        do {
            let value = try decoding.value(type, at: LenientPlace(json: self, exists: exists))
            return Lenient(value: value, repairs: decoding.repairs, repairCount: decoding.repairCount)
        } catch {
            throw decoding.failure(of: error, expecting: type) ?? error
        }
    }
}

extension Resource {
    /// Creates a resource that reads JSON with all the repairs it needs. The value lists them.
    ///
    /// - Parameters:
    ///   - request: The request or URL.
    ///   - path: The path of the value in the document; the document itself by default.
    ///   - decoder: The decoder, with its rules for dates, data, and keys.
    public init<Content>(
        lenientJSON request: some RequestConvertible, at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder()
    ) where Value == Lenient<Content> {
        let request = request.asRequest
        self.init(url: request.url, parseJSON: { try $0[at: path].decodeLeniently(Content.self, decoder: decoder) })
        self.request = request
    }
}
