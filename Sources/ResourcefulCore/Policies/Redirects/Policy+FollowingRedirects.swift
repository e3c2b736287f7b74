extension Policy {
    /// Follows redirects by the rules of RFC 9110, section 15.4, at most the given number in a row.
    ///
    /// It follows only `http` and `https`, and sends no secrets to another origin, not even in a body, and no body from
    /// `https` to `http`. The responses on the way are in the ``Response/history`` of the last one. A redirect that
    /// isn't followed is an ordinary response: it fails the load at the status stage unless the resource accepts it.
    /// The reason is the error's cause, a ``TransportError`` of the kind
    /// ``TransportError/Kind-swift.struct/cannotRedirect``.
    ///
    /// Hops begin at this policy: policies before it see one request and its last response, and policies after it see
    /// each hop. If a Webservice doesn't have it, it is added inside all policies except those that see each hop: the
    /// first one that caches or keeps cookies, all after it, and the per-hop ones at the end of the list. A request's
    /// own rule (``RequestChanging/redirects(_:)``) replaces it. If the list has it twice, the first one counts.
    public static func followingRedirects(limit: Int = 20) -> Policy { followingRedirects(.upTo(limit)) }

    /// Follows redirects by a rule.
    public static func followingRedirects(_ rule: RedirectRule) -> Policy {
        Policy([RedirectRule.part(rule)])
    }
}

extension RedirectRule {
    /// The part that follows redirects if no policy does.
    static let standardPart = part(.standard)

    fileprivate static func part(_ rule: RedirectRule) -> Policy.Part {
        let traits = PolicyTraits(.redirects, "redirects: \(rule); the policies below run for each hop")
        return Policy.Part(traits) { request, next in follow(request, by: rule, history: [], next) }
    }

    private static func follow(
        _ request: Request, by rule: RedirectRule, history: [Response], from first: Request? = nil,
        _ next: @escaping Policy.Sending
    ) -> Plan<Response> {
        let sent = next(rule.noted(on: request, after: history.count))
        let plan = first.map { first in sent.recover { throw ($0 as? LoadError)?.redirected(from: first) ?? $0 } }
        return (plan ?? sent).flatMap { response in
            var response = response
            if !history.isEmpty { response.history = history }
            return try followed(response, to: request, by: rule, from: first, next)
        }
    }

    /// Returns a request with a note if a redirect in its response may not be followed: then its content is needed.
    private func noted(on request: Request, after hops: Int) -> Request {
        let rule = request.hasOptions ? request[OwnRedirects.self] ?? self : self
        guard rule.isDecided || hops >= rule.limit else { return request }
        var request = request
        request.followsRedirects = false
        return request
    }

    /// Returns the response, or the plan of the next hop if the response is a redirect to follow.
    fileprivate static func followed(
        _ response: Response, to request: Request, by general: RedirectRule, from first: Request? = nil,
        _ next: @escaping Policy.Sending
    ) throws -> Plan<Response> {
        guard response.status.isRedirection else { return .value(response) }
        switch Redirect(after: response, to: request) {
        case .none: return .value(response)
        case .refused(let reason): return accept(response, because: reason)
        case .leads(let following):
            let rule = request.hasOptions ? request[OwnRedirects.self] ?? general : general
            let history = response.history
            guard history.count < rule.limit else {
                return rule.limit == 0
                    ? .value(response)
                    : accept(response, because: "there are more than \(rule.limit) redirects in a row")
            }
            let redirection = Redirection(request: request, response: response, next: following)
            guard let following = try rule.following(redirection) else { return .value(response) }
            var passed = response
            passed.body = Data()
            passed.leftBody = nil
            passed.history = []
            return follow(following, by: rule, history: history + [passed], from: first ?? request, next)
        }
    }

    /// Returns a redirect as the last response, with the reason why it isn't followed.
    private static func accept(_ response: Response, because reason: String) -> Plan<Response> {
        var response = response
        response.objection = TransportError(.cannotRedirect, reason)
        let origin = response.url.flatMap { Origin($0) }
        return Plan.note(LoadDecision(.redirect, .refused, of: origin, "not followed: \(reason)"))
            .map { [response] in response }
    }
}

extension Response {
    /// Returns the rest of a load without policies if this response to a request is a redirect; nil if it is the last
    /// response. The result is the same as with ``Policy/followingRedirects(limit:)``, which uses a plan for each
    /// request.
    package func redirection(of request: Request) throws -> Plan<Response>? {
        guard status.isRedirection else { return nil }
        return try RedirectRule.followed(self, to: request, by: .standard, Policy.sendLast)
    }
}
