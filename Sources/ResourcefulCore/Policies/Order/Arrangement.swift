#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Policies in the order in which they are applied, with all that stands among them by itself.
final class Arrangement: Sendable {
    /// The parts, the outermost first.
    let parts: [Policy.Part]
    /// The place of the one that follows redirects: what is behind it is done for each hop.
    let redirects: Int
    /// Whether a policy asks what the resource makes of a response.
    let judges: Bool
    /// What says what the values of resources are inside.
    let enclosing: PolicyTraits?
    /// Whether a policy caches, whatever requests say.
    let caches: Bool
    /// Whose credentials are added outside redirects.
    private let user: PolicyUser?
    private let last: Policy.Sending

    /// An arrangement of what a resource and its plans say, then what the Webservice says.
    ///
    /// - A request's own rule of retrying is followed outside of what the Webservice says, unless a policy follows it.
    /// - Redirects are followed where the list says so first, or else just outside of what sees each hop: the first
    ///   cache, the first that keeps cookies, and those at the end of the list that belong to a hop.
    /// - What a request says about caching is followed where hops begin, unless a policy follows it.
    ///
    /// - Parameter baseURL: What a URL is resolved against that a policy has made relative.
    init(_ own: [Policy.Part], _ given: [Policy.Part], baseURL: URL?) {
        let said = own + given
        enclosing = said.first { $0.traits.envelope != nil }?.traits
        // It is done to values, and not to what is on its way.
        let (own, given) = (own.filter { $0.traits.envelope == nil }, given.filter { $0.traits.envelope == nil })
        let listed = own + given
        let isRetrying = listed.contains { $0.traits.role == .retry }
        let all = (own + (isRetrying ? [] : Policy.retryingRequests.parts) + given).map { part in
            // What users have written may make a URL relative again; what is ours does not.
            part.traits.role == .other && !part.traits.text.isEmpty ? part.resolving(against: baseURL) : part
        }
        let caches = listed.contains { $0.traits.role == .cache }
        self.caches = caches
        let (outer, following, inner) = Self.split(all)
        var hop = PolicyUser(inner).map { [$0.part(isCaching: caches)] } ?? []
        if caches {
            last = Policy.sendLast
        } else if inner.isEmpty {
            last = Policy.cacheLast
        } else {
            hop += Policy.cachingRequests.parts
            last = Policy.sendLast
        }
        parts = outer + [following] + hop + inner
        redirects = outer.count
        judges = parts.contains { $0.traits.judges }
        // A cache outside redirects keeps what all policies have added.
        user = PolicyUser(outer.contains { $0.traits.role == .cache } ? outer + inner : outer)
    }

    /// What the values of resources are inside.
    var envelope: Envelope? { enclosing?.envelope }

    /// What stands outside redirects, what follows them, and what is done for each hop.
    private static func split(_ parts: [Policy.Part]) -> ([Policy.Part], Policy.Part, [Policy.Part]) {
        if let index = parts.firstIndex(where: { $0.traits.role == .redirects }) {
            // Those further inside have nothing left to follow.
            let inner = parts[(index + 1)...].filter { $0.traits.role != .redirects }
            return (Array(parts[..<index]), parts[index], inner)
        }
        var index = parts.count
        while index > 0, parts[index - 1].traits.isPerHop { index -= 1 }
        // A cookie that comes with a redirection goes along with what follows it, wherever somebody has put its policy.
        index = min(index, parts.firstIndex { $0.traits.role == .cache || $0.traits.role == .cookies } ?? index)
        return (Array(parts[..<index]), RedirectRule.standardPart, Array(parts[index...]))
    }

    /// The plan for a request with an absolute URL.
    func plan(for request: Request) -> Plan<Response> {
        guard let user, caches || request.saysHowToCache else { return parts.plan(for: request, next: last) }
        return user.identified(request).flatMap { [parts, last] in parts.plan(for: $0, next: last) }
    }
}

extension Policy.Part {
    /// The same, whose requests are absolute to what is further inside.
    fileprivate func resolving(against baseURL: URL?) -> Policy.Part {
        Policy.Part(traits) { [apply] request, next in
            try apply(request) { request in
                Plan.catching { next(try request.resolved(against: baseURL)) }
            }
        }
    }
}

extension Policy {
    /// What is done to a request last: it is sent.
    static let sendLast: Sending = { request in
        guard request.hasOptions else { return .exchange(request) }
        return askingBeforeBodies(request) { request in
            let exchange = Plan.exchange(request)
            return request[SeenByCache.self] ? exchange.map { $0.tellingCredentials(of: request) } : exchange
        }
    }

    /// What is done to a request last, where no policy caches: what it says itself about caching is followed.
    static let cacheLast: Sending = { request in
        guard request.hasOptions else { return .exchange(request) }
        return cachingRequests(request, next: sendLast)
    }
}
