/// The rule of a policy that can tell what the policy would do to a request, for the explanation of a load.
///
///     struct Quota: ExplainedRule {
///         let name: String
///
///         func remarks(on request: Request) -> Plan<PolicyRemarks> {
///             Plan.read(name).map { entry in entry == nil ? "nothing is used" : "something is used" }
///         }
///     }
public protocol ExplainedRule: Sendable {
    /// Returns what the policy would do to a request at this moment. The plan may read the store, the cache and the
    /// clock; what else it would do isn't done.
    func remarks(on request: Request) -> Plan<PolicyRemarks>
}

/// What a policy would do to a request, for the explanation of a load.
public struct PolicyRemarks: Sendable, ExpressibleByStringInterpolation {
    /// The subject; nil for the first word of the policy's summary.
    public var subject: String?
    /// The text, without secrets; nil if there is nothing to say.
    public var text: String?
    /// The settings of the request that have no effect, without secrets.
    public var warnings: [String]
    /// The entries of the store with which the explanation continues if the policy would first send a request of its
    /// own: the ones that the request leaves if it succeeds.
    package var supposedEntries: [String: StoreEntry] = [:]
    /// The request as a cache sees it.
    package var seen: Request?

    /// Creates remarks.
    public init(_ text: String?, subject: String? = nil, warnings: [String] = []) {
        (self.text, self.subject, self.warnings) = (text, subject, warnings)
    }

    /// Creates remarks from their text.
    public init(stringLiteral text: String) { self.init(text) }
}
