extension Resource {
    /// Returns a copy that throws the server's own error, decoded from JSON, if the response isn't a success.
    ///
    ///     do {
    ///         let episode = try await webservice.load(episode.failing(with: APIProblem.self))
    ///     } catch let problem as APIProblem {
    ///         // the server says why
    ///     }
    ///
    /// The error has what the body says. To keep the status, too, or a header field, copy it:
    ///
    ///     episode.failing(with: APIProblem.self) { problem, response in problem.status = response.status }
    ///
    /// The error is thrown unchanged. If the body can't be decoded as the error, the load fails with the ``LoadError``
    /// that it would have failed with, whose underlying error then explains why.
    ///
    /// - Parameters:
    ///   - type: The type of the error, such as ``ProblemDetails``.
    ///   - path: The path of the error in the body.
    ///   - decoder: The decoder, with its rules for dates, data, and keys.
    ///   - complete: Adds to the decoded error what the response says outside of the body.
    public func failing<Failure: Error & Decodable & Sendable>(
        with type: Failure.Type, at path: JSONPath = [], decoder: JSON.Decoder = JSON.Decoder(),
        _ complete: @escaping @Sendable (inout Failure, Response) -> Void = { _, _ in }
    ) -> Resource {
        failing { response in
            var failure = try response.json()[at: path].decode(type, decoder: decoder)
            complete(&failure, response)
            return failure
        }
    }
}

extension Resource {
    /// Returns a resource that always fails with an error, unchanged: a load fails before anything is sent, and so does
    /// reading any response. Return it from a `guard` if no request can be made.
    ///
    ///     static func media(of episode: Episode) -> Resource<Media> {
    ///         guard let id = episode.mediaID else { return .failure(EpisodeError.hasNoMedia) }
    ///         return Resource(json: "media/{id}", ["id": id])
    ///     }
    public static func failure(_ error: some Error) -> Resource {
        let failing = Policy(named: "failure") { _, _ in throw error }
        return Resource(Request("about:invalid")) { _ in throw DeclaredFailure(error: error) }.validating(.any)
            .applying(failing)
    }
}
