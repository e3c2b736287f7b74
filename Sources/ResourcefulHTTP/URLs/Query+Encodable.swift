extension Query {
    /// Creates a query from an encodable value with named parts: a struct or a dictionary.
    ///
    /// The items are in the order in which the value encodes itself; a dictionary's items are sorted by key. URLs are
    /// written as their text, data in Base64, decimal numbers in full.
    ///
    /// - Throws: ``RequestError`` with the place and the reason if the value can't be a query: it is an array or a
    ///   single value, it has a number that isn't finite, or its encoding throws.
    public init(encoding value: some Encodable, by encoding: Encoding = .standard) throws(RequestError) {
        let sink = QuerySink(encoding)
        do {
            try QueryEncoder(sink: sink, place: .whole, codingPath: []).write(value)
            if let failure = sink.failure { throw failure }
        } catch {
            throw RequestError("the query can't be encoded: \(Self.reason(of: error))")
        }
        self.init(sink.items, spaces: encoding.spaces)
    }

    /// Returns the place and the reason of an encoding failure, without the value: the error's own description shows
    /// it, and it may be secret.
    private static func reason(of error: any Error) -> String {
        guard case .invalidValue(_, let context) = error as? EncodingError else {
            return error is EncodingError ? "the value gives no reason" : "\(error)"
        }
        let path = JSONPath(codingPath: context.codingPath)
        return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
    }
}
