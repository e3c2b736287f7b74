extension Resource {
    /// The same resource, throwing the server's own error, decoded from JSON, when the response is no success.
    ///
    ///     do {
    ///         let episode = try await webservice.load(episode.failing(with: APIProblem.self))
    ///     } catch let problem as APIProblem {
    ///         // the server says why
    ///     }
    ///
    /// The error is thrown as it is. When the body is none, the load fails with the ``LoadError`` that it would have
    /// failed with, whose underlying error then says why the body could not be read.
    ///
    /// - Parameters:
    ///   - type: The error, ``ProblemDetails`` for instance.
    ///   - path: Where in the body it stands.
    ///   - decoder: How dates, data and keys are written.
    public func failing<Failure: Error & Decodable & Sendable>(
        with type: Failure.Type, at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder()
    ) -> Resource {
        failing { try $0.json()[at: path].decode(type, decoder: decoder) }
    }
}
