/// What is done to every request on its way: a pure function from a request, and what would send it, to a plan.
///
/// A policy may change the request, wait, send it again or not at all, and look at the response or the error. It does
/// none of this itself: it answers with a plan. So it is tested like any plan, without a network or a clock.
///
///     let stamped = Policy { request, next in
///         Plan.now.flatMap { date in
///             var request = request
///             request.headerFields["X-Time"] = "\(date.timeIntervalSince1970)"
///             return next(request)
///         }
///     }
///
/// Every policy sees an absolute URL. Where it stands in a list decides what it sees: see ``LoadOrder``.
public struct Policy: Sendable {
    /// Goes on with a request: the policies further inside, then the transport.
    public typealias Sending = @Sendable (Request) -> Plan<Response>

    /// One function, and what is known of it beforehand.
    final class Part: Sendable {
        let traits: PolicyTraits
        let apply: @Sendable (Request, @escaping Sending) throws -> Plan<Response>

        init(
            _ traits: PolicyTraits,
            _ apply: @escaping @Sendable (Request, @escaping Sending) throws -> Plan<Response>
        ) {
            self.traits = traits
            self.apply = apply
        }
    }

    /// The functions, the outermost first.
    let parts: [Part]

    /// A policy from a function. What the function throws is the outcome.
    ///
    /// - Parameters:
    ///   - name: What it is called where the order of a load is printed; no place for a secret.
    ///   - isPerHop: Whether it belongs to each hop of a redirection, as a signature does or a cookie: then it stands
    ///     inside ``followingRedirects(limit:)`` when that is not in the list.
    ///   - user: Whose credentials the policy adds to a request, if it knows; nil for nobody's. What users see by their
    ///     credentials is cached apart. It is asked where something is cached, before anything is sent; the name
    ///     is never stored as it is. A policy that adds credentials and does not say whose is not cached around.
    ///   - apply: The function.
    public init(
        named name: String? = nil, perHop isPerHop: Bool = false,
        identifying user: (@Sendable (Request) -> Plan<String?>)? = nil,
        _ apply: @escaping @Sendable (_ request: Request, _ next: @escaping Sending) throws -> Plan<Response>
    ) {
        var traits = PolicyTraits(.other, name ?? "a policy")
        traits.isPerHop = isPerHop
        traits.user = user
        self.init(traits, apply)
    }

    init(
        _ traits: PolicyTraits, _ apply: @escaping @Sendable (Request, @escaping Sending) throws -> Plan<Response>
    ) {
        self.init([Part(traits, apply)])
    }

    init(_ parts: [Part]) { self.parts = parts }

    /// The plan for a request.
    public func callAsFunction(_ request: Request, next: @escaping Sending) -> Plan<Response> {
        parts.plan(for: request, next: next)
    }

    /// The policy that goes on with the request as it is.
    public static let none = Policy([])

    /// This policy, with another one inside. Associative; ``none`` is its neutral element.
    public func wrapping(_ inner: Policy) -> Policy { Policy(parts + inner.parts) }
}

extension [Policy.Part] {
    /// The plan for a request, from one of the parts on inwards.
    func plan(for request: Request, from index: Int = 0, next: @escaping Policy.Sending) -> Plan<Response> {
        guard index < count else { return next(request) }
        return Plan.catching {
            try self[index].apply(request) { plan(for: $0, from: index + 1, next: next) }
        }
    }
}

extension Policy: CustomStringConvertible {
    /// What it does, on one line for each of its parts, the outermost first; no secrets.
    public var description: String { parts.map(\.traits.text).joined(separator: "\n") }
}
