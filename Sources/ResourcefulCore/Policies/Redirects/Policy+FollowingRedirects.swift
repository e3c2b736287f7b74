#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Policy {
    /// Follows redirections by the rules of RFC 9110, section 15.4, at most so many in a row.
    ///
    /// Only `http` and `https` are followed, no secret goes to another origin, and no body from `https` to `http`. The
    /// responses on the way are the ``Response/history`` of the last one. A redirection that is not followed is a
    /// response like any other: it fails the load at the status stage unless the resource wants it, and the reason is
    /// the error's cause, a ``TransportError`` of the kind ``TransportError/Kind-swift.struct/cannotRedirect``.
    ///
    /// Where it stands, hops begin: policies before it see one request and its last response, those behind it see each
    /// hop. A Webservice without it has it inside all policies, but those that belong to a hop. A request's own rule
    /// (``RequestChanging/redirects(_:)``) is followed instead. When it is there twice, the first one counts.
    public static func followingRedirects(limit: Int = 20) -> Policy { followingRedirects(.upTo(limit)) }

    /// Follows redirections by a rule.
    public static func followingRedirects(_ rule: RedirectRule) -> Policy {
        Policy([RedirectRule.part(rule)])
    }
}

extension RedirectRule {
    /// What follows redirections where no policy says how.
    static let standardPart = part(.standard)

    fileprivate static func part(_ rule: RedirectRule) -> Policy.Part {
        let traits = PolicyTraits(.redirects, "redirects: \(rule); what follows is done for each hop")
        return Policy.Part(traits) { request, next in follow(request, by: rule, history: [], next) }
    }

    private static func follow(
        _ request: Request, by rule: RedirectRule, history: [Response], _ next: @escaping Policy.Sending
    ) -> Plan<Response> {
        next(request).flatMap { response in
            var response = response
            if !history.isEmpty { response.history = history }
            return try followed(response, to: request, by: rule, next)
        }
    }

    /// What follows a response to a request: itself, unless it is a redirection that is followed.
    fileprivate static func followed(
        _ response: Response, to request: Request, by general: RedirectRule, _ next: @escaping Policy.Sending
    ) throws -> Plan<Response> {
        guard response.status.isRedirection else { return .value(response) }
        switch Redirect(after: response, to: request) {
        case .none: return .value(response)
        case .refused(let reason): return stands(response, reason)
        case .leads(let following):
            let rule = request.hasOptions ? request[OwnRedirects.self] ?? general : general
            let history = response.history
            guard history.count < rule.limit else {
                return rule.limit == 0
                    ? .value(response)
                    : stands(response, "there are more than \(rule.limit) redirects in a row")
            }
            let redirection = Redirection(request: request, response: response, next: following)
            guard let following = try rule.following(redirection) else { return .value(response) }
            var passed = response
            passed.body = Data()
            passed.history = []
            return follow(following, by: rule, history: history + [passed], next)
        }
    }

    /// A redirection that is the last response, and says why.
    private static func stands(_ response: Response, _ reason: String) -> Plan<Response> {
        var response = response
        response.objection = TransportError(.cannotRedirect, reason)
        return Plan.note(LoadDecision(.redirect, "not followed: \(reason)")).map { [response] in response }
    }
}

extension Response {
    /// The rest of a load without policies, when this response to a request is a redirection; nil when it is the last
    /// one. ``Policy/followingRedirects(limit:)`` comes to the same, by way of a plan for each request.
    package func redirection(of request: Request) throws -> Plan<Response>? {
        guard status.isRedirection else { return nil }
        return try RedirectRule.followed(self, to: request, by: .standard, Policy.sendLast)
    }
}
