extension Resource {
    /// The same resource, its value together with the response that it was read from.
    public var withResponse: Resource<(Value, Response)> {
        let reading = reading
        return replacing(Reading { (try reading($0), $0) })
    }

    /// The same resource, its value nil when the status is one of the given ones; these then count as success.
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

    /// A resource whose value depends on the status; a status that no case is for is none of success.
    ///
    ///     let update = Resource<Update>(
    ///         Request(url: url, method: .put, body: .json(episode)),
    ///         cases: [
    ///             .on(200, json: Episode.self) { .updated($0) },
    ///             .on(202) { .accepted($0.location) },
    ///         ])
    public init(_ request: Request, cases: [Case]) {
        self.init(request) { response in
            // The validation lets no other response through; the body alone is read by the first case.
            guard let match = cases.first(where: { $0.statuses.contains(response.status) }) ?? cases.first else {
                throw ParseFailure(expected: "one of the statuses of the resource", found: "\(response.status)")
            }
            return try match.read(response)
        }
        self = validating(
            Validation { response in cases.contains { $0.statuses.contains(response.status) } }
                .and(.accepted))
    }

    /// How the responses of some statuses are read.
    public struct Case: Sendable {
        /// The statuses.
        public let statuses: [Response.Status]
        let read: @Sendable (Response) throws -> Value

        /// The whole response is read.
        public static func on(
            _ statuses: Response.Status..., read: @escaping @Sendable (Response) throws -> Value
        ) -> Case {
            Case(statuses: statuses, read: read)
        }

        /// The body is JSON, decoded and transformed.
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
