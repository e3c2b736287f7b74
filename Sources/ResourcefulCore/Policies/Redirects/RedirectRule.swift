/// A rule for following redirects: how many in a row, and where to.
///
///     let login = Episode.all.redirects(.none)  // the 302 itself, with its Location
///     let fewHops = Episode.all.redirects(.upTo(3))
///     let onlyCDN = Episode.all.redirects(
///         .deciding { redirection in
///             redirection.next.url.host() == "cdn.example.org" ? redirection.next : nil
///         })
public struct RedirectRule: Hashable, Sendable, CustomStringConvertible {
    /// A function, which equals only itself.
    private final class Decision: Hashable, Sendable {
        let decide: @Sendable (Redirection) throws -> Request?

        init(_ decide: @escaping @Sendable (Redirection) throws -> Request?) { self.decide = decide }

        static func == (left: Decision, right: Decision) -> Bool { left === right }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// The maximum number of redirects in a row.
    package let limit: Int
    private let decision: Decision?

    private init(limit: Int, decision: Decision? = nil) {
        self.limit = max(0, limit)
        self.decision = decision
    }

    /// At most 20 redirects in a row.
    public static let standard = RedirectRule(limit: 20)

    /// No redirects: each one is an ordinary response.
    public static let none = RedirectRule(limit: 0)

    /// At most the given number of redirects in a row.
    public static func upTo(_ limit: Int) -> RedirectRule { RedirectRule(limit: limit) }

    /// Lets a function decide about each redirect. It returns the next request, ``Redirection/next`` or a changed one,
    /// or nil to make the redirect the response. If it throws, the load fails with the error.
    ///
    /// Header fields with secrets of the previous request aren't sent to another origin, whatever the function returns.
    /// It decides about the body itself. Two rules of this kind are equal if one is a copy of the other.
    public static func deciding(
        upTo limit: Int = 20, _ decide: @escaping @Sendable (Redirection) throws -> Request?
    ) -> RedirectRule {
        RedirectRule(limit: limit, decision: Decision(decide))
    }

    /// Whether a function decides.
    var isDecided: Bool { decision != nil }

    /// Returns the next request; nil if the redirect isn't followed.
    func following(_ redirection: Redirection) throws -> Request? {
        guard let decision else { return redirection.next }
        guard let next = try decision.decide(redirection) else { return nil }
        return next == redirection.next ? redirection.next : next.leaving(redirection.request)
    }

    /// The limit, and whether a function decides.
    public var description: String {
        guard limit > 0 else { return "none" }
        return "at most \(limit) in a row" + (decision == nil ? "" : ", decided by a function")
    }
}

/// A redirect that can be followed.
public struct Redirection: Sendable {
    /// The redirected request.
    public let request: Request
    /// The response that redirects it. Its ``Response/history`` has the previous redirects.
    public let response: Response
    /// The next request by RFC 9110, section 15.4, without the secrets of another origin.
    public let next: Request
}

extension RequestChanging {
    /// Returns a copy with its own rule for redirects, which replaces the Webservice's rule.
    ///
    ///     let location = Account.login.redirects(.none).validating(.status(302))
    ///         .withResponse.map { $1.location }
    public func redirects(_ rule: RedirectRule) -> Self { option(OwnRedirects.self, rule) }
}

/// The redirect rule of a request; nil for the Webservice's.
enum OwnRedirects: RequestOption {
    static let defaultValue: RedirectRule? = nil
}
