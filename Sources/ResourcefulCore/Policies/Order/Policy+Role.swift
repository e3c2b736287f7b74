extension Policy {
    /// What a policy is for. A ``LoadOrder`` warns if the place of a policy among other roles has a
    /// consequence that is rarely wanted.
    ///
    /// Roles are equal if their names are. So either of two roles can bring the warning about both:
    ///
    ///     extension Policy.Role {
    ///         static let recorder = Policy.Role(
    ///             "recorder", outside: [.retry: "attempts aren't recorded"],
    ///             inside: [.cache: "cached responses aren't recorded"])
    ///     }
    public struct Role: Hashable, Sendable {
        /// The name, which is the identity of the role.
        public let name: String
        /// The consequences if a policy of this role is outside one of another role.
        let outside: [Role: String]
        /// The consequences if a policy of this role is inside one of another role.
        let inside: [Role: String]
        /// Whether hops begin at a policy of this role, unless the list says where.
        let beginsHops: Bool

        /// Creates a role.
        ///
        /// - Parameters:
        ///   - name: The name, which is the identity of the role.
        ///   - outside: The consequences if a policy of this role is outside one of another role, in a few words.
        ///   - inside: The consequences if a policy of this role is inside one of another role, in a few words.
        ///   - beginsHops: Whether redirects are followed just outside of a policy of this role, wherever it is in the
        ///     list, unless the list says where.
        public init(
            _ name: String, outside: [Role: String] = [:], inside: [Role: String] = [:], beginsHops: Bool = false
        ) {
            self.name = name
            self.outside = outside
            self.inside = inside
            self.beginsHops = beginsHops
        }

        /// Whether two roles have the same name.
        public static func == (left: Role, right: Role) -> Bool { left.name == right.name }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
}

extension Policy.Role {
    /// Sends requests again.
    public static let retry = Policy.Role("retry")
    /// Stores responses and reuses them.
    public static let cache = Policy.Role(
        "cache", outside: [.redirects: "redirected responses aren't stored"], beginsHops: true)
    /// Follows redirects.
    public static let redirects = Policy.Role("redirects")
    /// Adds credentials to requests.
    public static let credentials = Policy.Role("credentials")
    /// Signs requests as they are sent.
    public static let signing = Policy.Role(
        "signing",
        outside: [
            .retry: "a retry repeats the signature, its time and its nonce",
            .credentials: "the changes that credentials make aren't signed",
            .limit: "the signature ages while the request waits for its turn",
            .redirects: "the next hop isn't signed",
        ])
    /// Makes requests wait for their turn.
    public static let limit = Policy.Role(
        "limit",
        outside: [
            .retry: "a load holds a permit while it waits for its next attempt",
            .cache: "a cached response needs a permit",
        ])
}
