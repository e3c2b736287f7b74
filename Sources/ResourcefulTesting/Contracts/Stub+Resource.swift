public import ResourcefulCore

extension Stub {
    /// A stub for the request of a resource: its method, its URL, the items of its query, and its body.
    ///
    /// A relative URL is for the end of a path, at whatever base URL.
    public init<Value>(_ resource: Resource<Value>) {
        let request = resource.request
        self.init(method: request.method, path: StubPath(request), body: request.body)
    }

    /// The stub that serves a resource, from an example of its value.
    ///
    /// - Parameters:
    ///   - resource: The resource, whose request the stub is for.
    ///   - value: The example, which is written as JSON.
    ///   - path: Where in the document the resource reads it: what its own `at:` says.
    ///   - encoder: How dates, data and keys are written.
    public init<Value: Encodable>(
        _ resource: Resource<Value>, returning value: Value, at path: JSONPath = [],
        encoder: JSON.Encoder = .sorted
    ) {
        self = Stub(resource).answers(.json(value, at: path, encoder: encoder))
    }
}

extension StubAnswer {
    /// A value as JSON, inside of objects and arrays that lead to it.
    public static func json(
        _ value: some Encodable, at path: JSONPath, status: Response.Status = 200, encoder: JSON.Encoder = .sorted
    ) -> StubAnswer {
        guard !path.isEmpty else { return .json(value, status: status, encoder: encoder) }
        do {
            let json = try JSON(parsing: encoder.encode(value), redacting: .standard)
            return .text(String(try ([:] as JSON).setting(path, to: json)), status: status)
        } catch {
            return StubAnswer(.mistake(error))
        }
    }
}
