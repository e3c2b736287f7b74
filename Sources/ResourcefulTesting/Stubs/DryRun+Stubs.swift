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

// What people write first. You can't use it: the compiler suggests what to write instead.
extension DryRun {
    /// Unavailable: a server has the stubs.
    @available(*, unavailable, message: "write let server: StubServer = [Stub(…), Stub(…)]")
    @_disfavoredOverload
    public init(baseURL: URL? = nil, policies: [Policy] = [], _ stubs: [Stub]) {
        self.init(baseURL: baseURL, policies: policies, StubServer(stubs))
    }

    /// The value has a single type. (Without this, the compiler fails to say so for a plan that `map` has made.)
    @available(*, unavailable, message: "the value that is loaded has a different type than the one expected here")
    @_disfavoredOverload
    public mutating func load<Value, Wanted>(_ loadable: some Loadable<Value>) throws -> Wanted {
        throw CancellationError()
    }
}
