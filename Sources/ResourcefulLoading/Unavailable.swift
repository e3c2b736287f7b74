// Verbs of other libraries, and calls that are written differently here. You can't use them: the compiler says how.
extension Webservice {
    /// Unavailable: a resource has its method.
    @available(*, unavailable, message: "write load(Resource<Episode>(json: \"…\"))")
    public func get<Value>(_ path: String) async throws -> Value { throw CancellationError() }

    /// Unavailable: a resource has its method and its body.
    @available(*, unavailable, message: "write load(Resource<Episode>(json: \"…\").posting(value))")
    public func post<Value>(_ path: String, body: some Encodable) async throws -> Value { throw CancellationError() }

    /// Unavailable: a resource is a request with a reader.
    @available(*, unavailable, message: "write load(Resource<Episode>(json: \"…\"))")
    public func request(_ path: String) async throws -> Response { throw CancellationError() }

    /// Unavailable: a request without a reader is a plan.
    @available(*, unavailable, message: "write load(Plan.send(request)), or load a resource")
    public func send(_ request: Request) async throws -> Response { throw CancellationError() }

    /// Unavailable: an upload is a resource with a body.
    @available(*, unavailable, message: "an upload is a resource with a body; write load(resource) { progress in … }")
    @_disfavoredOverload
    public func upload<Value>(
        _ resource: Resource<Value>, progress: @escaping (Any) -> Void = { _ in }
    ) async throws -> Value { throw CancellationError() }

    /// Unavailable: an upload is a resource with a body.
    @available(*, unavailable, message: "write load(Resource<Void>(\"files\", method: .post, body: .file(url)))")
    @_disfavoredOverload
    public func upload(_ file: some Any, to place: some Any) async throws -> Response { throw CancellationError() }

    /// Await the value instead.
    @available(*, unavailable, message: "await the value: let value = try await webservice.load(resource)")
    @_disfavoredOverload
    public func load<Value>(
        _ loadable: some Loadable<Value>, completion: @escaping (Result<Value, any Error>) -> Void
    ) {
        completion(.failure(CancellationError()))
    }

    /// The response is asked for. (Without this, the compiler fails to say so.)
    @available(
        *, unavailable,
        message: "to get the response, too: let (value, response) = try await load(resource.withResponse)"
    )
    @_disfavoredOverload
    public func load<Value>(_ resource: Resource<Value>) async throws -> (Value, Response) {
        throw CancellationError()
    }

    /// The value has a single type. (Without this, the compiler fails to say so for a plan that `map` has made.)
    @available(*, unavailable, message: "the value that is loaded has a different type than the one expected here")
    @_disfavoredOverload
    public func load<Value, Wanted>(_ loadable: some Loadable<Value>) async throws -> sending Wanted {
        throw CancellationError()
    }
}

extension Policy {
    /// The store has a label.
    @available(*, unavailable, renamed: "cache(in:_:)")
    @_disfavoredOverload
    public static func cache(_ store: some CacheStore) -> Policy { cache(in: store) }
}
