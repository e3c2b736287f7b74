// Calls that people try first and that are written differently here: the compiler says how. You can't call them.
extension Webservice {
    /// The value has a single type. (Without this, the compiler fails to say so for a plan that `map` has made.)
    @available(*, unavailable, message: "the value that is loaded has a different type than the one expected here")
    @_disfavoredOverload
    public func load<Value, Wanted>(_ loadable: some Loadable<Value>) async throws -> sending Wanted {
        throw CancellationError()
    }

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
}
