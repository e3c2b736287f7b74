/// Policies in the order in which they apply, with the ones that are added automatically.
final class Arrangement: Sendable {
    /// The parts, the outermost first.
    let parts: [Policy.Part]
    /// The index of the part that follows redirects. The parts after it apply to each hop.
    let redirects: Int
    /// Whether a policy asks how the resource reads a response.
    let judges: Bool
    /// The traits of the policy with the envelope of values.
    let enclosing: PolicyTraits?
    /// The traits of the policy that traces what is sent.
    let tracing: PolicyTraits?
    /// Whether a policy caches, whatever requests ask for.
    let caches: Bool
    /// Identifies the user by the credentials that are added outside redirects.
    private let user: PolicyUser?
    private let last: Policy.Sending
    /// Whether the last step applies the request's own caching.
    private let cachesLast: Bool

    /// Arranges the policies of a resource and its plans, then those of the Webservice.
    ///
    /// - A request's own retry rule applies outside the Webservice's policies, unless a policy applies it.
    /// - Redirects are followed by the first policy for that, or else just outside of the policies that see each hop:
    ///   the first one that caches or keeps cookies, and the per-hop ones at the end of the list.
    /// - A request's own caching applies where hops begin, unless a policy applies it, and its own hedge just outside.
    ///
    /// - Parameter baseURL: The URL against which URLs are resolved that a policy has made relative.
    init(_ own: [Policy.Part], _ given: [Policy.Part], baseURL: URL?) {
        let said = own + given
        enclosing = said.first { $0.traits.envelope != nil }?.traits
        tracing = said.first { $0.traits.tracing != nil }?.traits
        // Envelopes apply to values, and tracers to what is sent in the end.
        let (own, given) = (own.filter { !$0.traits.hasNoPlace }, given.filter { !$0.traits.hasNoPlace })
        let listed = own + given
        let isRetrying = listed.contains { $0.traits.role == .retry }
        let before = own + (isRetrying ? [] : Policy.retryingRequests.parts)
        let all = (before + given).enumerated().map { index, part in
            // The number of a policy of the Webservice doesn't depend on those of a resource.
            let part = part.numbered(index - before.count)
            // Custom policies can make a URL relative again; built-in ones don't.
            return part.traits.role == .other && !part.traits.text.isEmpty ? part.resolving(against: baseURL) : part
        }
        let caches = listed.contains { $0.traits.role == .cache }
        self.caches = caches
        let (outer, following, inner) = Self.split(all)
        var hop = PolicyUser(inner).map { [$0.part(isCaching: caches)] } ?? []
        cachesLast = !caches && inner.isEmpty
        last = Policy.last(caching: cachesLast, by: tracing?.tracing)
        if !caches, !cachesLast { hop += Policy.cachingRequests.parts }
        let isHedging = listed.contains { $0.traits.role == .hedge }
        let outside = outer + (isHedging ? [] : Policy.hedgingRequests.parts)
        parts = outside + [following] + hop + inner
        redirects = outside.count
        judges = parts.contains { $0.traits.judges }
        // A cache outside redirects stores responses to the credentials of all policies.
        user = PolicyUser(outer.contains { $0.traits.role == .cache } ? outer + inner : outer)
    }

    /// Creates an arrangement whose parts also make their remarks.
    private init(remarkingOn arrangement: Arrangement) {
        let inner = arrangement.cachesLast ? Policy.cachingRequests.parts : []
        parts = (arrangement.parts + inner).map(\.remarking)
        (redirects, judges, enclosing) = (arrangement.redirects, arrangement.judges, arrangement.enclosing)
        (caches, user, tracing) = (arrangement.caches, arrangement.user, arrangement.tracing)
        (last, cachesLast) = (Policy.last(caching: false, by: tracing?.tracing), false)
    }

    /// Returns a copy for an explanation: its parts make remarks about the requests that pass through them.
    var remarking: Arrangement { Arrangement(remarkingOn: self) }

    /// The envelope of the resources' values.
    var envelope: Envelope? { enclosing?.envelope }

    /// Splits the parts into those outside redirects, the one that follows redirects, and those for each hop.
    private static func split(_ parts: [Policy.Part]) -> ([Policy.Part], Policy.Part, [Policy.Part]) {
        if let index = parts.firstIndex(where: { $0.traits.role == .redirects }) {
            // Further policies for redirects have nothing left to follow.
            let inner = parts[(index + 1)...].filter { $0.traits.role != .redirects }
            return (Array(parts[..<index]), parts[index], inner)
        }
        var index = parts.count
        while index > 0, parts[index - 1].traits.isPerHop { index -= 1 }
        // The cookie of a redirect must be sent with the next request, wherever the policy for cookies is in the list.
        index = min(index, parts.firstIndex { $0.traits.role == .cache || $0.traits.role == .cookies } ?? index)
        return (Array(parts[..<index]), RedirectRule.standardPart, Array(parts[index...]))
    }

    /// Returns the plan for a request with an absolute URL.
    func plan(for request: Request) -> Plan<Response> {
        guard let tracing = tracing?.tracing else { return untracedPlan(for: request) }
        return tracing.begin(request).flatMap { self.untracedPlan(for: $0) }
    }

    private func untracedPlan(for request: Request) -> Plan<Response> {
        guard let user, caches || request.hasCacheOptions else { return parts.plan(for: request, next: last) }
        return user.identified(request).flatMap { [parts, last] in parts.plan(for: $0, next: last) }
    }
}

extension Policy.Part {
    /// Returns a copy that passes only absolute URLs to the policies further inside.
    fileprivate func resolving(against baseURL: URL?) -> Policy.Part {
        Policy.Part(traits) { [apply] request, next in
            try apply(request) { request in
                Plan.catching { next(try request.resolved(against: baseURL)) }
            }
        }
    }
}

extension PolicyTraits {
    /// Whether the policy's place in the list doesn't matter.
    fileprivate var hasNoPlace: Bool { envelope != nil || tracing != nil }
}

extension Policy {
    /// The last step for a request: sends it.
    static let sendLast: Sending = { request in
        guard request.hasOptions else { return .exchange(request) }
        return sent(request) { .exchange($0) }
    }

    /// The last step for a request if no policy caches: applies the request's own caching, and sends it.
    private static let cacheLast: Sending = { request in
        guard request.hasOptions || !request.method.isSafe else { return .exchange(request) }
        return cachingRequests(request, next: sendLast)
    }

    /// The last step for a request: applies the request's own caching, unless a policy does, and sends it, with a span
    /// if it is traced.
    fileprivate static func last(caching isCaching: Bool, by tracing: PolicyTraits.Tracing?) -> Sending {
        guard let tracing else { return isCaching ? cacheLast : sendLast }
        let traced: Sending = { request in tracing.send(request) { .exchange($0) } }
        let last: Sending = { request in sent(request, by: traced) }
        guard isCaching else { return last }
        return { request in cachingRequests(request, next: last) }
    }

    /// Sends a request with options.
    private static func sent(_ request: Request, by exchange: @escaping Sending) -> Plan<Response> {
        askingBeforeBodies(request) { request in
            let plan = exchange(request)
            return request[SeenByCache.self] ? plan.map { $0.tellingCredentials(of: request) } : plan
        }
    }
}
