extension Stub {
    /// Creates a stub that matches the request of a resource: its method, URL, query items and body.
    ///
    /// A relative URL matches the end of a path, with any base URL.
    public init<Value>(_ resource: Resource<Value>) {
        let request = resource.request
        self.init(method: request.method, path: StubPath(request), body: request.body)
    }

    /// Creates a stub that serves a resource with an example of its value.
    ///
    /// - Parameters:
    ///   - resource: The resource whose request the stub matches.
    ///   - value: The example, written as JSON.
    ///   - path: The path at which the resource reads the value in the document, as in its own `at:`.
    ///   - encoder: The encoder of dates, data and keys.
    public init<Value: Encodable>(
        _ resource: Resource<Value>, returning value: Value, at path: JSONPath = [],
        encoder: JSON.Encoder = .sorted
    ) {
        self = Stub(resource).answers(.json(value, at: path, encoder: encoder))
    }
}

extension StubAnswer {
    /// Returns an answer with a value as JSON, nested in the objects and arrays of a path.
    public static func json(
        _ value: some Encodable, at path: JSONPath, status: Response.Status = 200, headerFields: HeaderFields = [:],
        encoder: JSON.Encoder = .sorted
    ) -> StubAnswer {
        guard !path.isEmpty else {
            return .json(value, status: status, headerFields: headerFields, encoder: encoder)
        }
        do {
            let json = try JSON(parsing: encoder.encode(value), redacting: .standard)
            let text = String(try ([:] as JSON).setting(path, to: json))
            return .text(text, status: status, headerFields: headerFields)
        } catch {
            return StubAnswer(.mistake(error))
        }
    }
}
