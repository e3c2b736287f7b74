extension Resource {
    /// Returns a copy that reads its value inside an envelope.
    ///
    /// A failure code throws the envelope's error unchanged, even if the status is a success; it also does if the
    /// status is a failure and the body is an envelope. Paths in other errors begin at the document. If a successful
    /// envelope has no value, an optional value is nil, `Void` is unaffected, and any other value fails at the parse
    /// stage. The JSON is read once for both the envelope and the value.
    ///
    /// - Parameter envelope: The envelope around the value; nil for none, even if ``Policy/inside(_:)`` sets one for
    ///   the service.
    public func inside(_ envelope: Envelope?) -> Resource {
        guard let envelope else { return takingEnvelope(false) }
        let reading = reading
        let opening = Reading<Value> { response in
            // Without an envelope there is no value: the reading decides what an empty body means.
            guard !response.body.hasNoJSON else { return try reading(response) }
            let json = try response.json()
            if let error = try envelope.error(in: json) { throw envelope.declared(error) }
            return try reading.value(at: json[at: envelope.data], of: response)
        }
        return replacing(opening).takingEnvelope(false).failing { response in
            guard let json = try? response.json() else { return nil }
            return (try? envelope.error(in: json)).map(envelope.declared)
        }
    }
}
