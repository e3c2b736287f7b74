extension JSON {
    /// The value at this place, with whatever repairs it takes, and a list of these.
    ///
    /// Numbers in strings are read, what is absent gets the default of its type, bad elements are left out. Slower than
    /// `decode(_:decoder:)`, which does none of it.
    ///
    /// - Throws: ``ParseFailure`` when something can't be repaired without guessing.
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
