extension Resource where Value == Response {
    /// Creates a resource whose value is the response, whatever its status.
    ///
    ///     let status = try await webservice.load(Resource(response: api)).status
    ///
    /// - Parameter request: The ``Request`` or URL.
    public init(response request: some RequestConvertible) {
        self = Resource(request.asRequest) { $0 }.validating(.any)
    }
}

extension Resource {
    /// A resource whose value comes with the response that it was read from.
    public var withResponse: Resource<(Value, Response)> {
        let reading = reading
        return replacing(Reading { (try reading($0), $0) })
    }

    /// Returns a resource whose value is nil if the status is one of the given ones, which then count as success.
    ///
    ///     Episode.find(id).optional()              // nil for 404, 204 and 205
    ///     Episode.find(id).optional(on: 404, 410)
    public func optional(on statuses: Response.Status...) -> Resource<Value?> {
        let statuses = statuses.isEmpty ? [404, 204, 205] : statuses
        let (reading, validation) = (reading, validation)
        let expected = Validation { statuses.contains($0.status) }
        return replacing(Reading { statuses.contains($0.status) ? nil : try reading($0) })
            .validating(expected.or(validation))
    }

    /// Creates a resource whose value depends on the status. A status without a case is a failure.
    ///
    ///     let update = Resource<Update>(
    ///         Request(url: url, method: .put, body: .json(episode)),
    ///         cases: [
    ///             .on(200, json: Episode.self) { .updated($0) },
    ///             .on(202) { .accepted($0.location) },
    ///         ])
    public init(_ request: Request, cases: [Case]) {
        self.init(request) { response in
            // The validation accepts no other response. If only a body is parsed, the first case reads it.
            guard let match = cases.first(where: { $0.statuses.contains(response.status) }) ?? cases.first else {
                throw ParseFailure(expected: "one of the statuses of the resource", found: "\(response.status)")
            }
            return try match.read(response)
        }
        self = validating(
            Validation { response in cases.contains { $0.statuses.contains(response.status) } }
                .and(.accepted))
    }

    /// A way to read the responses with certain statuses.
    public struct Case: Sendable {
        /// The statuses.
        let statuses: [Response.Status]
        let read: @Sendable (Response) throws -> Value

        /// Returns a case that reads the whole response.
        public static func on(
            _ statuses: Response.Status..., read: @escaping @Sendable (Response) throws -> Value
        ) -> Case {
            Case(statuses: statuses, read: read)
        }

        /// Returns a case that decodes the body from JSON and transforms it.
        public static func on<Content: Decodable & Sendable>(
            _ statuses: Response.Status..., json type: Content.Type, at path: JSONPath = [],
            decoder: JSON.Decoder = JSON.Decoder(), transform: @escaping @Sendable (Content) throws -> Value
        ) -> Case {
            Case(statuses: statuses) { response in
                try transform(response.json()[at: path].decode(type, decoder: decoder))
            }
        }
    }
}
