extension JSON {
    /// Decodes the value at this place, repairing it where necessary, and returns it with a list of the repairs.
    ///
    /// Numbers in strings are converted, missing values become their type's default, and bad elements are skipped. It
    /// is slower than `decode(_:decoder:)`, which repairs nothing.
    ///
    /// - Throws: ``ParseFailure`` if something can't be repaired without guessing, or the error that the type's own
    ///   initializer throws.
    public func decodeLeniently<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self, decoder: JSON.Decoder = JSON.Decoder()
    ) throws -> Lenient<Value> {
        let decoding = LenientDecoding(document, root: node, base: path, options: decoder)
        do {
            let value = try decoding.value(type, at: LenientPlace(node: exists ? node : nil))
            return Lenient(value: value, repairs: decoding.repairs, repairCount: decoding.repairCount)
        } catch let error as DecodingError {
            guard exists else { throw failureOfStep }
            throw document.failure(of: error, below: node, expecting: type)
        }
    }
}
