extension DryRun {
    /// Creates a run in which a stubbed server answers the requests, starting with its first answers. Time is virtual:
    /// an answer that takes an hour advances ``elapsed`` by an hour. Copies of the run share the server.
    ///
    /// - Parameters:
    ///   - baseURL: The URL that relative URLs are resolved against.
    ///   - policies: The policies for every request, the outermost first.
    ///   - server: The stubs.
    public init(baseURL: URL? = nil, policies: [Policy] = [], _ server: StubServer) {
        let session = StubSession(server)
        self.init(baseURL: baseURL, policies: policies) { request, delay in
            let outcome: Result<Response, any Error>
            (outcome, delay) = session.answer(to: request).outcome(for: request)
            return try outcome.get()
        }
    }
}
