/// A transformation that every request passes through: a pure function from a request, and a way to send it, to a plan.
///
/// A policy may change the request, wait, send it again or not at all, and look at the response or the error. It does
/// none of this itself: it returns a plan. So you can test it like any plan, without a network or a clock.
///
///     let stamped = Policy { request, next in
///         Plan.now.flatMap { date in
///             next(request.header("X-Time", "\(date.timeIntervalSince1970)"))
///         }
///     }
///
/// Every policy sees an absolute URL. What else it sees depends on its position in the list: see ``LoadOrder``.
public struct Policy: Sendable {
    /// A function that sends a request on: through the policies further inside, then to the transport.
    public typealias Sending = @Sendable (Request) -> Plan<Response>

    /// One function, and the traits that are known without calling it.
    package final class Part: Sendable {
        package let traits: PolicyTraits
        package let apply: @Sendable (Request, @escaping Sending) throws -> Plan<Response>

        package init(
            _ traits: PolicyTraits,
            _ apply: @escaping @Sendable (Request, @escaping Sending) throws -> Plan<Response>
        ) {
            self.traits = traits
            self.apply = apply
        }
    }

    /// The functions, outermost first.
    package let parts: [Part]

    /// Creates a policy from a function. An error that the function throws is the outcome.
    ///
    /// - Parameters:
    ///   - name: The name that is printed in the order of a load, and after a colon the details. It must not contain a
    ///     secret.
    ///   - role: The purpose of the policy, if the order of a load can warn about its place.
    ///   - isPerHop: Whether the policy applies to each hop of a redirect, as a signature or a cookie does. Then it is
    ///     inside ``followingRedirects(limit:)`` if the list doesn't contain that policy.
    ///   - user: A function that returns the name of the user whose credentials the policy adds to a request, or nil
    ///     for no user. Responses are cached separately for each user. The function is called when something is cached,
    ///     before anything is sent; the name is never stored as it is. The fields that the policy adds are secret,
    ///     whatever their names, and what else is secret in a request still separates users. If a policy adds
    ///     credentials, or beside them a field that can tell users apart, without this function, a cache outside it
    ///     doesn't store the responses.
    ///   - rule: The rule of the policy, which tells explanations what it would do to a request.
    ///   - apply: The function.
    public init(
        named name: String? = nil, role: Role? = nil, perHop isPerHop: Bool = false,
        identifying user: (@Sendable (Request) -> Plan<String?>)? = nil, explainedBy rule: (any ExplainedRule)? = nil,
        _ apply: @escaping @Sendable (_ request: Request, _ next: @escaping Sending) throws -> Plan<Response>
    ) {
        var traits = PolicyTraits(role, name ?? "a policy")
        traits.isPerHop = isPerHop
        traits.user = user
        traits.rule = rule
        traits.isCustom = true
        // The function may ask for the verdict on a response.
        traits.judges = true
        self.init(traits, apply)
    }

    package init(
        _ traits: PolicyTraits, _ apply: @escaping @Sendable (Request, @escaping Sending) throws -> Plan<Response>
    ) {
        self.init([Part(traits, apply)])
    }

    package init(_ parts: [Part]) { self.parts = parts }

    /// Returns the plan for a request.
    public func callAsFunction(_ request: Request, next: @escaping Sending) -> Plan<Response> {
        parts.plan(for: request, next: next)
    }

    /// The policy that sends the request on unchanged.
    public static let none = Policy([])

    /// Returns this policy with another one inside. Associative; ``none`` is its neutral element.
    public func wrapping(_ inner: Policy) -> Policy { Policy(parts + inner.parts) }
}

extension [Policy.Part] {
    /// Returns the plan for a request, from one of the parts inward.
    func plan(for request: Request, from index: Int = 0, next: @escaping Policy.Sending) -> Plan<Response> {
        guard index < count else { return next(request) }
        return Plan.catching {
            // The innermost part sends as it was told to: no function around that is made.
            if index + 1 == count { return try self[index].apply(request, next) }
            return try self[index].apply(request) { plan(for: $0, from: index + 1, next: next) }
        }
    }
}

extension Policy: CustomStringConvertible {
    /// The summary of the policy: one line for each of its parts, outermost first, without secrets.
    public var description: String { parts.map(\.traits.text).joined(separator: "\n") }
}
