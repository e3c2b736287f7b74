extension Policy {
    /// A policy that was made with what can't be: it fails every load at the request stage, and says why.
    static func impossible(_ role: PolicyTraits.Role, _ message: String) -> Policy {
        Policy(PolicyTraits(role, "impossible: \(message)")) { request, _ in
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
    /// Adds default fields: those whose names a request does not have already.
    public static func headerFields(_ fields: HeaderFields) -> Policy {
        let names = fields.map(\.name.rawName).joined(separator: ", ")
        return Policy(named: "header fields: \(names)") { request, next in
            var request = request
            request.add(defaults: fields)
            return next(request)
        }
    }
}

extension Policy {
    /// Shows every request before it is sent, and every outcome, without being able to change or break anything.
    ///
    /// Where it stands among the policies decides what it sees: outside a retry, one request and its last outcome;
    /// inside, each attempt. What else happens in a load is told to its observers.
    public static func watching(
        willSend: @escaping @Sendable (Request) -> Void = { _ in },
        didReceive: @escaping @Sendable (Request, Result<Response, any Error>) -> Void = { _, _ in }
    ) -> Policy {
        Policy(named: "watching") { request, next in
            willSend(request)
            return next(request).continuing { outcome in
                didReceive(request, outcome)
                return .outcome(outcome)
            }
        }
    }
}
