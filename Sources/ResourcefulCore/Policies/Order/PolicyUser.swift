/// Whose credentials policies add to a request: asked where something is cached, so that what users see is kept apart
/// however their credentials are renewed.
struct PolicyUser: Sendable {
    private let identify: [@Sendable (Request) -> Plan<String?>]

    /// Nil where no policy knows.
    init?(_ parts: [Policy.Part]) {
        identify = parts.compactMap(\.traits.user)
        if identify.isEmpty { return nil }
    }

    /// The request, saying for whom it is made.
    func identified(_ request: Request) -> Plan<Request> {
        identify.reduce(Plan<[String]>.value([])) { plan, identify in
            plan.flatMap { names in identify(request).map { $0.map { names + [$0] } ?? names } }
        }.map { names in
            guard !names.isEmpty else { return request }
            var request = request
            let known = request[CacheUser.self].map { [$0] } ?? []
            request[CacheUser.self] = (known + names).joined(separator: " ")
            return request
        }
    }

    /// The same as a part of a policy, which does something only where something is cached.
    func part(isCaching: Bool) -> Policy.Part {
        Policy.Part(PolicyTraits(.other, "")) { request, next in
            guard isCaching || request.saysHowToCache else { return next(request) }
            return identified(request).flatMap { next($0) }
        }
    }
}
