#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a redirection leads: a pure decision from a request and its response (RFC 9110, section 15.4).
enum Redirect {
    /// How many are followed in a row, unless told otherwise.
    static let limit = 20

    /// The request that follows a redirection, or nil when the response is none that is followed.
    ///
    /// 307 and 308 repeat the request; 303 asks with GET (with HEAD after a HEAD); 301 and 302 turn a POST into a GET
    /// and repeat any other. To another origin go no secrets: none of the fields of ``Redaction/standard``.
    ///
    /// - Throws: ``LoadError`` when the Location is no URL, or none of `http` and `https`, or there are two of them, or
    ///   when a body that was sent securely would be sent again in clear.
    static func next(after response: Response, to request: Request) throws(LoadError) -> Request? {
        let turnsIntoGet: Bool
        switch response.status {
        case 301, 302: turnsIntoGet = request.method == .post
        case 303: turnsIntoGet = request.method != .get && request.method != .head
        case 307, 308: turnsIntoGet = false
        default: return nil
        }
        let locations = response.headerFields.values(of: .location)
        guard let location = locations.first else { return nil }
        guard locations.allSatisfy({ $0 == location }) else {
            throw failure("the server redirects to two places at once", response, request)
        }
        guard let url = resolve(location, against: request.url), let origin = Origin(url),
            !Target(url).hasUserInformation
        else {
            throw failure(
                "the server redirects to something that is no http or https URL, or has a user or a password in it",
                response, request)
        }
        var next = request
        next.url = url
        if turnsIntoGet {
            next.method = .get
            next.body = nil
            next.headerFields.removeAll { $0.rawName.lowercased().hasPrefix("content-") }
        }
        guard next.body?.canBeSentAgain != false else {
            throw failure("the server redirects a body that is a stream, which can't be sent again", response, request)
        }
        if next.body != nil, origin.scheme == "http", Origin(request.url)?.scheme == "https" {
            throw failure("the server redirects a body from https to http", response, request)
        }
        if origin != Origin(request.url) {
            let secrets = Redaction.standard.including(secretsOf: request).fieldNames
            next.headerFields.removeAll { secrets.contains($0) || $0 == "Host" }
        }
        return next
    }

    /// A redirection that can't be followed.
    static func failure(_ message: String, _ response: Response, _ request: Request) -> LoadError {
        LoadError(
            stage: .transport, request: request, response: response,
            underlyingError: TransportError(.cannotRedirect, message))
    }

    /// The target of a Location field: RFC 3986, section 5, and the fragment of RFC 9110, section 10.2.2.
    private static func resolve(_ location: String, against base: URL) -> URL? {
        guard !location.isEmpty, let url = URL(string: location, relativeTo: base)?.absoluteURL else { return nil }
        guard url.fragment == nil, let fragment = base.absoluteURL.fragment(percentEncoded: true) else { return url }
        return URL(string: "\(url.absoluteString)#\(fragment)")
    }
}

extension HeaderFields {
    /// Removes all lines of the names for which the predicate holds.
    fileprivate mutating func removeAll(where shouldBeRemoved: (Name) -> Bool) {
        fields.removeAll { shouldBeRemoved($0.name) }
    }
}

extension Policy {
    /// Follows redirections by the rules of RFC 9110, section 15.4, at most so many in a row.
    ///
    /// Only `http` and `https` are followed, no secret goes to another origin, and no body from `https` to `http`. The
    /// responses on the way are the ``Response/history`` of the last one. Every Webservice has this policy, inside all
    /// others, so that they see one request and its last response.
    ///
    /// The load fails at the transport stage when there are more than the limit.
    public static func followingRedirects(limit: Int = 20) -> Policy {
        Policy { request, next in
            guard !request[LeftToCache.self] else { return next(request).map { $0.tellingCredentials(of: request) } }
            return follow(request, next: next, history: [], limit: limit)
        }
    }

    private static func follow(
        _ request: Request, next: @escaping Sending, history: [Response], limit: Int
    ) -> Plan<Response> {
        next(request).flatMap { response in
            var response = response
            if !history.isEmpty { response.history = history }
            return try followed(response, to: request, next: next, limit: limit) ?? .value(response)
        }
    }

    /// What follows a response to a request, when it is a redirection; nil when it is the last one.
    fileprivate static func followed(
        _ response: Response, to request: Request, next: @escaping Sending, limit: Int
    ) throws -> Plan<Response>? {
        guard let following = try Redirect.next(after: response, to: request) else { return nil }
        let history = response.history
        guard history.count < limit else {
            throw Redirect.failure("there are too many redirects in a row", response, request)
        }
        var passed = response
        passed.body = Data()
        passed.history = []
        return follow(following, next: next, history: history + [passed], limit: limit)
    }
}

extension Response {
    /// The rest of a load without policies, when this response to a request is a redirection that is followed; nil when
    /// it is the last one. ``Policy/followingRedirects(limit:)`` comes to the same, by way of a plan for each request.
    package func redirection(of request: Request) throws -> Plan<Response>? {
        guard status.isRedirection else { return nil }
        return try Policy.followed(self, to: request, next: Plan.send, limit: Redirect.limit)
    }
}
