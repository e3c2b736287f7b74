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
    /// policies of one role, the last one counts. Keep the policy in a constant: two requests are equal, and can be
    /// sent once, only if they bring the same one.
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

        /// Returns the policies of a request that aren't in the list.
        package func parts(of request: Request) -> [Policy.Part] {
            guard request.hasOptions else { return [] }
            return request[BroughtPolicies.self].parts.filter { $0.traits.role.map { !listed.contains($0) } ?? true }
        }
    }
}

extension Policy.Part {
    /// Returns the part that applies the policies of requests unless the list has one of the same role.
    static func brought(unless listed: [Policy.Part]) -> Policy.Part {
        let rule = BroughtPolicies.Rule(listed: Set(listed.compactMap(\.traits.role)))
        var traits = PolicyTraits(nil, "")
        traits.rule = rule
        traits.isForOptions = true
        return Policy.Part(traits) { request, next in
            let parts = rule.parts(of: request)
            return parts.isEmpty ? next(request) : parts.plan(for: request, next: next)
        }
    }
}
