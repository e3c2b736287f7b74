extension RequestChanging {
    /// Returns a copy with its own retry rule, which replaces the Webservice's rule: the retries aren't multiplied.
    ///
    /// The rule applies in the place of the Webservice's retry policy, or outside all of its policies if it has none.
    ///
    ///     Episode.all.retrying(.never)
    public func retrying(_ rule: RetryRule) -> Self { option(Retrying.self, .rule(rule)) }
}

extension Request {
    /// The request's own retry rule (``RequestChanging/retrying(_:)``), for policies that send requests again; nil if
    /// it has none, or if a policy further outside follows it.
    public var ownRetryRule: RetryRule? {
        if hasOptions, case .rule(let rule) = self[Retrying.self] { rule } else { nil }
    }
}

/// The retry rule of a request.
package enum Retrying: RequestOption {
    package enum Value: Hashable {
        /// The request has no rule: the Webservice's rule applies, if there is one.
        case unsaid
        /// The request has its own rule.
        case rule(RetryRule)
        /// A policy further outside follows the request's own rule.
        case followed
    }

    package static let defaultValue = Value.unsaid
}
