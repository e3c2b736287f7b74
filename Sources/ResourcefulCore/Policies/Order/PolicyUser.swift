/// Whose credentials policies add to a request: asked where something is cached, so that what users see is kept apart
/// however their credentials are renewed.
struct PolicyUser: Sendable {
    private let identify: [@Sendable (Request) -> Plan<String?>]

    /// Nil where no policy knows.
    init?(_ parts: [Policy.Part]) {
        identify = parts.compactMap { $0.traits.user }
        if identify.isEmpty { return nil }
    }

    /// The request, saying for whom it is made.
    func identified(_ request: Request) -> Plan<Request> {
        name(of: request).map { name in
            var identified = request
            identified.user = IdentifiedUser(user: self, name: name, request: request)
            if let name { identified[CacheUser.self] = (request[CacheUser.self].map { "\($0) " } ?? "") + name }
            return identified
        }
    }

    /// The names that policies know, in their order.
    fileprivate func name(of request: Request) -> Plan<String?> {
        identify.reduce(Plan<String?>.value(nil)) { plan, identify in
            plan.flatMap { known in
                identify(request).map { name in name.map { (known.map { "\($0) " } ?? "") + $0 } ?? known }
            }
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

/// For whom a request was made when that was asked.
final class IdentifiedUser: RequestNote {
    private let user: PolicyUser
    private let name: String?
    private let request: Request

    fileprivate init(user: PolicyUser, name: String?, request: Request) {
        self.user = user
        self.name = name
        self.request = request
    }

    /// Whether it is still the same one.
    var isStill: Plan<Bool> { user.name(of: request).map { [name] in $0 == name } }
}
