/// Identifies the user whose credentials policies add to a request. Caches ask for it to keep the responses of users
/// apart, even if their credentials are renewed.
struct PolicyUser: Sendable {
    fileprivate typealias Identifying = (number: Int, identify: @Sendable (Request) -> Plan<String?>)

    fileprivate let policies: [Identifying]
    /// The policy that keeps cookies; nil if there is none.
    private let cookies: Identifying?

    /// Creates an instance. Returns nil if no policy identifies users.
    init?(_ parts: [Policy.Part]) {
        policies = parts.compactMap { part in
            part.traits.user.flatMap { user in part.traits.number.map { (number: $0, identify: user) } }
        }
        if policies.isEmpty { return nil }
        let number = parts.first { $0.traits.role?.name == "cookies" }?.traits.number
        cookies = policies.first { $0.number == number }
    }

    /// Returns the plan for a request with its user.
    func plan(for request: Request, _ next: @escaping Policy.Sending) -> Plan<Response> {
        names(of: request).flatMap { names in
            var identified = request
            identified.user = IdentifiedUser(self, request, outer: request.user as? IdentifiedUser)
            if !names.isEmpty { identified[LoadIdentity.self].add(names) }
            let plan = next(identified)
            guard let cookies, let name = names.first(where: { $0.policy == cookies.number }) else { return plan }
            return plan.flatMap { warning(about: $0, to: request, from: name, of: cookies) }
        }
    }

    /// Warns if a response has changed the user's cookies: the cache doesn't know the next request's user.
    private func warning(
        about response: Response, to request: Request, from name: LoadIdentity.Name, of cookies: Identifying
    ) -> Plan<Response> {
        let changed = response.headerFields.values(of: .setCookie).prefix(4).map { line in
            // Without an equals sign, all of it is the value.
            let parts = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count < 2 || parts[0].isEmpty
                ? "one without a name" : Redaction.standard.line(String(parts[0]), limit: 40)
        }
        guard !changed.isEmpty, response.cacheStatus?.source != .hit, [.get, .head].contains(request.method) else {
            return .value(response)
        }
        return cookies.identify(request).flatMap { text -> Plan<Response> in
            guard let text, text != name.text else { return .value(response) }
            let warning = """
                a response set \(changed.joined(separator: ", ")), so caches take the next load for another user's: \
                name cookies that don't tell users apart in .cookies(ignoredByCaches:)
                """
            return Plan.note(LoadDecision(.warning, warning)).map { response }
        }
    }

    /// Returns the names that policies know, in their order.
    fileprivate func names(of request: Request) -> Plan<[LoadIdentity.Name]> {
        policies.reduce(Plan<[LoadIdentity.Name]>.value([])) { plan, policy in
            plan.flatMap { known in
                policy.identify(request).map { text in
                    known + (text.map { [LoadIdentity.Name(policy: policy.number, text: $0)] } ?? [])
                }
            }
        }
    }

    /// Returns a part of a policy that identifies the user if something is cached.
    func part(isCaching: Bool) -> Policy.Part {
        Policy.Part(PolicyTraits(nil, "")) { request, next in
            guard isCaching || request.hasCacheOptions else { return next(request) }
            return plan(for: request, next)
        }
    }
}

/// The user of a request at the time of asking.
final class IdentifiedUser: RequestNote {
    private let user: PolicyUser
    private let request: Request
    /// The user whom policies further outside have identified.
    private let outer: IdentifiedUser?
    /// The name of the user whose credentials a policy is sending; nil outside of such a policy.
    fileprivate let sent: String?

    fileprivate init(_ user: PolicyUser, _ request: Request, outer: IdentifiedUser?, sent: String? = nil) {
        (self.user, self.request, self.outer, self.sent) = (user, request, outer, sent)
    }

    /// Returns the same user with the name that a policy sends.
    fileprivate func sending(_ name: String) -> IdentifiedUser {
        IdentifiedUser(user, request, outer: outer, sent: name)
    }

    /// Whether policies still give the names of an identity.
    func isStill(_ identity: LoadIdentity) -> Plan<Bool> {
        let isSame = user.names(of: request).map { [user] names in
            names == identity.names.filter { name in user.policies.contains { $0.number == name.policy } }
        }
        guard let outer else { return isSame }
        return outer.isStill(identity).flatMap { $0 ? isSame : Plan.value(false) }
    }
}

extension Request {
    /// Returns a copy that says whose credentials a policy has added to it, if a cache needs to know: the policy may
    /// have learned of the user, or the user may have changed, after the cache has asked.
    func sent(for name: String?) -> Request {
        guard let name, let user = user as? IdentifiedUser else { return self }
        var request = self
        request.user = user.sending(name)
        return request
    }

    /// Takes the user whose credentials a policy has added into the identity.
    fileprivate mutating func name(by policy: Int, since before: Request) {
        guard let text = (user as? IdentifiedUser)?.sent, (before.user as? IdentifiedUser)?.sent == nil else { return }
        user = before.user
        let name = LoadIdentity.Name(policy: policy, text: text)
        if !identity.names.contains(name) { self[LoadIdentity.self].add([name]) }
    }
}

extension Policy.Part {
    /// Returns a copy that knows its place among others, and records which secrets it adds for the user whom it names.
    /// What a policy of your own adds for a user is secret whatever its name.
    func numbered(_ number: Int) -> Policy.Part {
        guard traits.user != nil else { return self }
        var traits = traits
        traits.number = number
        return Policy.Part(traits) { [apply, isCustom = traits.isCustom] request, next in
            try apply(request) { sent in
                var sent = sent
                if isCustom { sent.hideFields(addedTo: request) } else { sent.name(by: number, since: request) }
                if sent.hasOptions, sent.identity.isNamed(by: number) {
                    sent[LoadIdentity.self].credit(sent, since: request)
                }
                return next(sent)
            }
        }
    }
}

extension Request {
    /// Hides the fields that another request doesn't have, but for the common ones that aren't secret.
    fileprivate mutating func hideFields(addedTo request: Request) {
        let names = Set(headerFields.fields.map(\.name)).filter {
            !Redaction.isCommon($0) && headerFields.values(of: $0) != request.headerFields.values(of: $0)
        }
        guard !names.isEmpty else { return }
        self[RequestSecrets.self] = self[RequestSecrets.self].adding(fields: names)
    }
}
