extension Policy {
    /// Fails every load at the request stage. For policies with invalid arguments.
    ///
    /// - Parameter message: The reason, without secrets.
    public static func failing(_ message: String) -> Policy {
        Policy(PolicyTraits(nil, "impossible: \(message)")) { request, _ in
            throw LoadError(stage: .request, request: request, underlyingError: RequestError(message))
        }
    }
}

extension Policy {
    /// Changes every request before it is sent.
    public static func changing(_ change: @escaping @Sendable (inout Request) -> Void) -> Policy {
        Policy(named: "changing") { request, next in next(request.changingRequests(change)) }
    }
}

extension Policy {
    /// Adds default fields: those whose names the request doesn't have yet. Caches keep responses to other values
    /// apart, except of fields such as Accept, which Vary names.
    public static func headerFields(_ fields: HeaderFields) -> Policy {
        var traits = PolicyTraits(nil, "header fields: \(fields.map(\.name.rawName).joined(separator: ", "))")
        let telling = fields.fields.filter { FieldMeaning($0.name) != .neutral }.map { "\($0.name): \($0.value)" }
        // A cache outside doesn't see them. They are the same for each load, unlike another policy's.
        if !telling.isEmpty { traits.user = { _ in .value(CacheKey.digest(of: telling.joined(separator: "\n"))) } }
        return Policy(traits) { request, next in
            var request = request
            request.add(defaults: fields)
            return next(request)
        }
    }
}

extension Policy {
    /// Observes every request before it is sent, and every outcome. It can't change anything or make the load fail.
    ///
    /// Its place among the policies decides what it sees: outside a retry, one request and its last outcome; inside,
    /// each attempt. Observers of a load receive its other events.
    public static func watching(
        willSend: @escaping @Sendable (Request) -> Void = { _ in },
        didReceive: @escaping @Sendable (Request, Result<Response, any Error>) -> Void = { _, _ in }
    ) -> Policy {
        var traits = PolicyTraits(nil, "watching")
        (traits.judges, traits.isWatching) = (true, true)
        return Policy(traits) { request, next in
            willSend(request)
            return next(request).continuing { outcome in
                didReceive(request, outcome)
                return .outcome(outcome)
            }
        }
    }
}
