/// Policies in the order in which they apply, with the ones that are added automatically.
package final class Arrangement: Sendable {
    /// The parts, the outermost first.
    package let parts: [Policy.Part]
    /// The parts for safe requests without options, which pass no others.
    private let plainParts: [Policy.Part]
    /// Whether a policy asks how the resource reads a response.
    let judges: Bool
    /// The traits of the policy with the envelope of values.
    package let enclosing: PolicyTraits?
    /// Whether a policy caches, whatever requests ask for.
    package let caches: Bool
    /// Identifies the user by the credentials that are added outside redirects.
    private let user: PolicyUser?
    private let last: Policy.Sending

    /// Arranges the policies of a resource and its plans, then the Webservice's.
    ///
    /// - A request's own retry rule applies outside the Webservice's policies, unless a policy applies it.
    /// - Redirects are followed by the first policy for that, or else just outside of the policies that see each hop:
    ///   the first one that caches or keeps cookies, and the per-hop ones at the end of the list.
    /// - A request's own caching applies where hops begin, unless a policy applies it, and the policies that it brings
    ///   along just outside.
    ///
    /// - Parameter baseURL: The URL against which URLs are resolved that a policy has made relative.
    init(_ own: [Policy.Part], _ given: [Policy.Part], baseURL: URL?) {
        enclosing = (own + given).first { $0.traits.place == .nowhere }?.traits
        let (outermost, innermost) = ((own + given).parts(at: .outermost), (own + given).parts(at: .innermost))
        let (own, given) = (own.filter { $0.traits.place == .listed }, given.filter { $0.traits.place == .listed })
        let listed = own + given
        let isRetrying = listed.contains { $0.traits.role == .retry }
        let before = own + (isRetrying ? [] : Policy.retryingRequests.parts)
        // The number of a policy of the Webservice doesn't depend on a resource's policies.
        let all = (before + given).enumerated().map { $1.placed(as: $0 - before.count, baseURL: baseURL) }
        let caches = listed.contains { $0.traits.role == .cache }
        self.caches = caches
        let (outer, following, inner) = Self.split(all)
        let hop = PolicyUser(inner).map { [$0.part(isCaching: caches)] } ?? []
        let ownCaching = caches ? [] : Policy.cachingRequests.parts
        parts = outermost + outer + [.brought(unless: listed, baseURL: baseURL), following] + hop + ownCaching + inner
        plainParts = Self.plain(parts)
        judges = parts.contains { $0.traits.judges }
        // A cache outside redirects stores responses to the credentials of all policies.
        user = PolicyUser(outer.contains { $0.traits.role == .cache } ? outer + inner : outer)
        last = Policy.last(through: innermost)
    }

    private init(_ arrangement: Arrangement, parts: [Policy.Part]) {
        (self.parts, plainParts) = (parts, Self.plain(parts))
        (judges, enclosing, caches) = (arrangement.judges, arrangement.enclosing, arrangement.caches)
        (user, last) = (arrangement.user, arrangement.last)
    }

    /// Returns a copy with other parts in the place of each of its parts.
    package func replacingParts(_ replacement: (Policy.Part) -> [Policy.Part]) -> Arrangement {
        Arrangement(self, parts: parts.flatMap(replacement))
    }

    /// The envelope of the resources' values.
    var envelope: Envelope? { enclosing?.envelope }

    /// Returns the parts that do something to a safe request without options. A custom policy can give it some.
    private static func plain(_ parts: [Policy.Part]) -> [Policy.Part] {
        parts.contains(where: \.traits.isCustom) ? parts : parts.filter { !$0.traits.isForOptions }
    }

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
        index = min(index, parts.firstIndex { $0.traits.role?.beginsHops == true } ?? index)
        return (Array(parts[..<index]), RedirectRule.standardPart, Array(parts[index...]))
    }

    /// Returns the plan for a request with an absolute URL.
    func plan(for request: Request) -> Plan<Response> {
        let parts = request.hasOptions || !request.method.isSafe ? parts : plainParts
        guard let user, caches || request.hasCacheOptions else { return parts.plan(for: request, next: last) }
        return user.plan(for: request) { [last] in parts.plan(for: $0, next: last) }
    }
}

extension Policy.Part {
    /// Returns a copy that knows its number among others. It passes only absolute URLs on if a user has written it:
    /// custom policies can make a URL relative again, and built-in ones don't.
    func placed(as number: Int, baseURL: URL?) -> Policy.Part {
        traits.isCustom ? numbered(number).resolving(against: baseURL) : numbered(number)
    }

    /// Returns a copy that passes only absolute URLs to the policies further inside.
    fileprivate func resolving(against baseURL: URL?) -> Policy.Part {
        Policy.Part(traits) { [apply] request, next in
            try apply(request) { request in
                Plan.catching { next(try request.resolved(against: baseURL)) }
            }
        }
    }
}

extension [Policy.Part] {
    /// The parts that apply at a place, the first of each role.
    fileprivate func parts(at place: PolicyTraits.Place) -> [Policy.Part] {
        reduce(into: []) { parts, part in
            guard part.traits.place == place, !parts.contains(where: { $0.traits.role == part.traits.role }) else {
                return
            }
            parts.append(part)
        }
    }
}

extension Policy {
    /// The last step for a request: sends it.
    static let sendLast: Sending = { request in sent(request) { .exchange($0) } }

    /// Returns the last step for a request: sends it through the innermost policies.
    fileprivate static func last(through innermost: [Part]) -> Sending {
        guard !innermost.isEmpty else { return sendLast }
        let exchange: Sending = { request in innermost.plan(for: request) { .exchange($0) } }
        return { request in sent(request, by: exchange) }
    }

    /// Sends a request, which can have options.
    private static func sent(_ request: Request, by exchange: @escaping Sending) -> Plan<Response> {
        guard request.hasOptions else { return exchange(request) }
        var request = request
        request.removeOption(LoadDeadline.self)
        return askingBeforeBodies(request) { request in
            let plan = exchange(request)
            return request[SeenByCache.self] ? plan.map { $0.tellingCredentials(of: request) } : plan
        }
    }
}
