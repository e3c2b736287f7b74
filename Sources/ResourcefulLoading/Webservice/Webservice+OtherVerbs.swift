// The verbs of other libraries. None of them can be called: the compiler suggests what to write.
extension Webservice {
    /// Unavailable: a resource has the type of its value.
    @available(*, unavailable, message: "write load(Resource<Episode>(json: \"…\"))")
    @_disfavoredOverload
    public func load<Value>(_ path: String) async throws -> Value { throw CancellationError() }

    /// Unavailable: a resource has its method.
    @available(*, unavailable, message: "write load(Resource<Episode>(json: \"…\"))")
    public func get<Value>(_ path: String) async throws -> Value { throw CancellationError() }

    /// Unavailable: a resource has its method and its body.
    @available(*, unavailable, message: "write load(Resource<Episode>(json: \"…\").posting(value))")
    public func post<Value>(_ path: String, body: some Encodable) async throws -> Value { throw CancellationError() }

    /// Unavailable: a request without a reader is a plan.
    @available(*, unavailable, message: "write load(Plan.send(request)), or load a resource")
    public func send(_ request: Request) async throws -> Response { throw CancellationError() }

    /// Unavailable: a resource is a request with a reader.
    @available(*, unavailable, message: "write load(Resource<Episode>(json: \"…\"))")
    public func request(_ path: String) async throws -> Response { throw CancellationError() }

    /// Unavailable: an upload is a resource with a body.
    @available(*, unavailable, message: "an upload is a resource with a body; write load(resource) { progress in … }")
    public func upload<Value>(
        _ resource: Resource<Value>, progress: @escaping (TransferProgress) -> Void = { _ in }
    ) async throws -> Value { throw CancellationError() }

    /// Unavailable: an upload is a resource with a body.
    @available(*, unavailable, message: "write load(resource.method(.post).body(.file(url))) { progress in … }")
    public func upload<Value>(_ file: URL, to resource: Resource<Value>) async throws -> Value {
        throw CancellationError()
    }

    /// Unavailable: signing in is a plan.
    @available(*, unavailable, message: "write load(Plan.signIn(with: token, for: api))")
    public func signIn(with token: Token, for url: URL) async throws {}

    /// Unavailable: signing out is a plan.
    @available(*, unavailable, message: "write load(Plan.signOut(of: api))")
    public func signOut() async throws {}
}
