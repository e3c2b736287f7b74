/// Identifies the user whose credentials policies add to a request. Caches ask for it to keep the responses of users
/// apart, even if their credentials are renewed.
struct PolicyUser: Sendable {
    private let identify: [@Sendable (Request) -> Plan<String?>]

    /// Creates an instance. Returns nil if no policy identifies users.
    init?(_ parts: [Policy.Part]) {
        identify = parts.compactMap { $0.traits.user }
        if identify.isEmpty { return nil }
    }

    /// Returns the request with its user.
    func identified(_ request: Request) -> Plan<Request> {
        name(of: request).map { name in
            var identified = request
            identified.user = IdentifiedUser(user: self, name: name, request: request)
            if let name { identified[CacheUser.self] = (request[CacheUser.self].map { "\($0) " } ?? "") + name }
            return identified
        }
    }

    /// Returns the names that policies know, in their order.
    fileprivate func name(of request: Request) -> Plan<String?> {
        identify.reduce(Plan<String?>.value(nil)) { plan, identify in
            plan.flatMap { known in
                identify(request).map { name in name.map { (known.map { "\($0) " } ?? "") + $0 } ?? known }
            }
        }
    }

    /// Returns a part of a policy that identifies the user if something is cached.
    func part(isCaching: Bool) -> Policy.Part {
        Policy.Part(PolicyTraits(.other, "")) { request, next in
            guard isCaching || request.saysHowToCache else { return next(request) }
            return identified(request).flatMap { next($0) }
        }
    }
}

/// The user of a request at the time of asking.
final class IdentifiedUser: RequestNote {
    private let user: PolicyUser
    private let name: String?
    private let request: Request

    fileprivate init(user: PolicyUser, name: String?, request: Request) {
        self.user = user
        self.name = name
        self.request = request
    }

    /// Whether the user is still the same.
    var isStill: Plan<Bool> { user.name(of: request).map { [name] in $0 == name } }
}
