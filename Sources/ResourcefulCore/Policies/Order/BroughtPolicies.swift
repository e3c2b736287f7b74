extension RequestChanging {
    /// Returns a copy with a policy that applies just outside of redirects, unless the list has one of the same role.
    ///
    /// It is for options of a request that need a policy to have an effect, wherever the request is sent:
    ///
    ///     extension RequestChanging {
    ///         func stamped(_ stamp: String) -> Self { option(Stamp.self, stamp).bringing(.stamping) }
    ///     }
    ///
    /// A policy of the same role in the list sees the request, and its options, instead. If a request brings several
    /// policies of one role, the last one counts. What holds for a policy in the list holds for this one: if it
    /// identifies users, caches keep their responses apart. Keep the policy in a constant: two requests are equal, and
    /// can be sent once, only if they bring the same one.
    public func bringing(_ policy: Policy) -> Self {
        changingRequests { $0[BroughtPolicies.self].add(policy) }
    }
}

/// The policies that a request brings along.
package struct BroughtPolicies: RequestOption, Hashable, Sendable {
    package static let defaultValue = BroughtPolicies()

    private var parts: [Policy.Part] = []

    fileprivate mutating func add(_ policy: Policy) {
        let roles = Set(policy.parts.compactMap(\.traits.role))
        parts.removeAll { $0.traits.role.map(roles.contains) ?? false }
        parts += policy.parts
    }

    var isEmpty: Bool { parts.isEmpty }

    package static func == (left: BroughtPolicies, right: BroughtPolicies) -> Bool {
        left.parts.elementsEqual(right.parts, by: ===)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(parts.map { ObjectIdentifier($0) }) }

    /// Applies the policies of a request in their place among listed ones.
    package struct Rule: Sendable {
        let listed: Set<Policy.Role>
        let baseURL: URL?

        /// The number of the first policy that is brought, which no listed policy has.
        private static let firstNumber = 1_000_000

        /// Returns the policies of a request that aren't in the list, with the part that identifies their users.
        package func parts(of request: Request) -> [Policy.Part] {
            guard request.hasOptions else { return [] }
            let parts = request[BroughtPolicies.self].parts.enumerated().compactMap { index, part in
                part.traits.role.map(listed.contains) == true
                    ? nil : part.placed(as: Self.firstNumber + index, baseURL: baseURL)
            }
            return (PolicyUser(parts).map { [$0.part(isCaching: listed.contains(.cache))] } ?? []) + parts
        }
    }
}

extension Request {
    /// Whether the request brings policies along.
    package var bringsPolicies: Bool { hasOptions && !self[BroughtPolicies.self].isEmpty }
}

extension Policy.Part {
    /// Returns the part that applies the policies of requests unless the list has one of the same role.
    static func brought(unless listed: [Policy.Part], baseURL: URL?) -> Policy.Part {
        let rule = BroughtPolicies.Rule(listed: Set(listed.compactMap(\.traits.role)), baseURL: baseURL)
        var traits = PolicyTraits(nil, "")
        traits.rule = rule
        traits.isForOptions = true
        return Policy.Part(traits) { request, next in
            let parts = rule.parts(of: request)
            return parts.isEmpty ? next(request) : parts.plan(for: request, next: next)
        }
    }
}
