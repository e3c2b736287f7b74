extension Resource {
    /// The same resource, its value inside an envelope.
    ///
    /// A code of failure is thrown as the envelope's error, as it is, even when the status says success; and when the
    /// status says failure, too, if the body is an envelope. Paths in other errors begin at the document. When a value
    /// is missing on success, an optional one is nil, `Void` is what it always is, and any other is a failure of the
    /// parse stage. JSON is read once, envelope and value together.
    ///
    /// - Parameter envelope: What is around the value; nil for nothing, whatever ``Policy/inside(_:)`` says of the
    ///   service.
    public func inside(_ envelope: Envelope?) -> Resource {
        guard let envelope else { return takingEnvelope(false) }
        let reading = reading
        let opening = Reading<Value> { response in
            // No envelope, no value: what that means is for the value to say.
            guard !response.body.isBlank else { return try reading(response) }
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
