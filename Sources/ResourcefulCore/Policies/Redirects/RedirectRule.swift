/// Which redirections are followed: how many in a row, and where to.
///
///     Account.login.redirects(.none)            // the 302 itself, with its Location and its Set-Cookie
///     Song.file.redirects(.upTo(3))
///     Song.file.redirects(.deciding { redirection in
///         redirection.next.url.host() == "cdn.example.org" ? redirection.next : nil
///     })
public struct RedirectRule: Hashable, Sendable, CustomStringConvertible {
    private final class Decision: Sendable {
        let decide: @Sendable (Redirection) throws -> Request?

        init(_ decide: @escaping @Sendable (Redirection) throws -> Request?) { self.decide = decide }
    }

    /// How many are followed in a row.
    package let limit: Int
    private let decision: Decision?

    private init(limit: Int, decision: Decision? = nil) {
        self.limit = max(0, limit)
        self.decision = decision
    }

    /// 20 in a row at most.
    public static let standard = RedirectRule(limit: 20)

    /// None: a redirection is a response like any other.
    public static let none = RedirectRule(limit: 0)

    /// So many in a row at most.
    public static func upTo(_ limit: Int) -> RedirectRule { RedirectRule(limit: limit) }

    /// A function decides on each: it returns the request that follows, ``Redirection/next`` or a changed one, or nil
    /// to have the redirection be the response. What it throws ends the load.
    ///
    /// Whatever it returns, secrets of the request before don't go to another origin. Two rules of this kind are equal
    /// when one is a copy of the other.
    public static func deciding(
        upTo limit: Int = 20, _ decide: @escaping @Sendable (Redirection) throws -> Request?
    ) -> RedirectRule {
        RedirectRule(limit: limit, decision: Decision(decide))
    }

    /// The request that follows; nil when none does.
    func following(_ redirection: Redirection) throws -> Request? {
        guard let decision else { return redirection.next }
        guard let next = try decision.decide(redirection) else { return nil }
        return next == redirection.next ? redirection.next : next.leaving(redirection.request)
    }

    /// How many, and whether a function decides.
    public var description: String {
        guard limit > 0 else { return "none" }
        return "\(limit) in a row at most" + (decision == nil ? "" : ", as a function decides")
    }

    /// Rules are equal when they have one limit, and a function decides for both or for none.
    public static func == (left: RedirectRule, right: RedirectRule) -> Bool {
        left.limit == right.limit && left.decision === right.decision
    }

    /// Hashes the limit and the function.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(limit)
        hasher.combine(decision.map(ObjectIdentifier.init))
    }
}

/// A redirection that can be followed.
public struct Redirection: Sendable {
    /// The request that was redirected.
    public let request: Request
    /// The response that redirects it; its ``Response/history`` are the redirections before.
    public let response: Response
    /// The request that follows by RFC 9110, section 15.4, without the secrets of another origin.
    public let next: Request
}

extension RequestChanging {
    /// The same, its redirections followed by a rule of its own instead of that of the Webservice.
    ///
    ///     let location = Account.login.redirects(.none).validating(.status(302)).withResponse.map { $1.location }
    public func redirects(_ rule: RedirectRule) -> Self { option(OwnRedirects.self, rule) }
}

/// What a request says about redirections; nil for what the Webservice says.
enum OwnRedirects: RequestOption {
    static let defaultValue: RedirectRule? = nil
}
