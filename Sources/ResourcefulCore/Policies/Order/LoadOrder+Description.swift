extension LoadOrder: CustomStringConvertible {
    /// One step of a request.
    public struct Step: Hashable, Sendable, CustomStringConvertible {
        /// The name, in a few words.
        public let name: String
        /// The description, without secrets.
        public let detail: String

        /// The name and the detail.
        public var description: String { detail.isEmpty ? name : "\(name)  \(detail)" }

        init(_ name: String, _ detail: String) {
            self.name = name
            self.detail = detail
        }

        init(_ traits: PolicyTraits) {
            let words = traits.text.split(separator: ": ", maxSplits: 1)
            self.init(words.first.map(String.init) ?? "a policy", words.dropFirst().first.map(String.init) ?? "")
        }
    }

    /// The steps of a request without its own policies, from the outermost to the innermost.
    public var steps: [Step] {
        let base = baseURL.map { "resolved against \(Redaction.standard.redacted($0))" } ?? "must be absolute"
        let parts = usual.parts.map(\.traits).filter { !$0.text.isEmpty }
        let user = usual.caches ? usual.users(of: identity).map { [Step("user", $0)] } ?? [] : []
        return [Step("URL", base), Step("resource", "its own policies, then those of its plans")] + user
            + ([usual.tracing, usual.enclosing].compactMap(\.self) + parts).map { Step($0) }
            + [Step("sharing", "concurrent equal GET and HEAD requests are sent once")]
    }

    /// The policies in an unusual place, and the consequences; empty if there are none.
    public var warnings: [String] { usual.warnings }

    /// One line for each step, then one for each warning.
    public var description: String {
        let steps = steps + warnings.map { Step("warning", $0) }
        let width = min(steps.map(\.name.count).max() ?? 0, 24)
        return steps.map { step in
            let padding = String(repeating: " ", count: max(0, width - step.name.count))
            return step.detail.isEmpty ? step.name : "\(step.name)\(padding)  \(step.detail)"
        }.joined(separator: "\n")
    }
}

extension Arrangement {
    /// Returns what keeps the users of cached responses apart, in a few words without secrets; nil if nothing is known
    /// of it.
    func users(of identity: LoadIdentity, and request: Request? = nil) -> String? {
        let policies = parts.map(\.traits).filter { $0.user != nil }.map { LoadOrder.Step($0).name }
        let fields = request.map { LoadIdentity.credentialNames(of: $0) } ?? []
        let all = (identity.isUnknown ? [] : ["\(identity)"]) + policies + fields
        return all.isEmpty ? nil : "told apart by \(all.joined(separator: ", "))"
    }

    /// The policies in an unusual place, and the consequences.
    var warnings: [String] { OrderRule.warnings(about: parts) }
}

/// The consequence of one kind of policy outside another.
private struct OrderRule {
    let outer: PolicyTraits.Role
    let inner: PolicyTraits.Role
    let text: String

    private static let all = [
        OrderRule(
            outer: .signing, inner: .retry, text: "a retry repeats the signature, its time and its nonce"),
        OrderRule(outer: .signing, inner: .failover, text: "another host gets the first host's signature"),
        OrderRule(outer: .signing, inner: .credentials, text: "the changes that credentials make aren't signed"),
        OrderRule(outer: .signing, inner: .limit, text: "the signature ages while the request waits for its turn"),
        OrderRule(outer: .signing, inner: .redirects, text: "the next hop isn't signed"),
        OrderRule(outer: .limit, inner: .retry, text: "a load holds a permit while it waits for its next attempt"),
        OrderRule(outer: .circuit, inner: .retry, text: "loads are counted, not attempts"),
        OrderRule(outer: .circuit, inner: .failover, text: "hosts that weren't asked are counted too"),
        OrderRule(outer: .clock, inner: .retry, text: "waits are measured as network time"),
        OrderRule(outer: .clock, inner: .limit, text: "waits are measured as network time"),
        OrderRule(outer: .upgrade, inner: .redirects, text: "the next hop may be sent in cleartext"),
        OrderRule(outer: .signing, inner: .upgrade, text: "the URL that is signed isn't the one that is sent"),
        OrderRule(outer: .limit, inner: .cache, text: "a cached response needs a permit"),
        OrderRule(outer: .hedge, inner: .retry, text: "each of the two requests is retried"),
        OrderRule(outer: .signing, inner: .hedge, text: "the second request repeats the signature and its nonce"),
        OrderRule(outer: .limit, inner: .hedge, text: "the second request has no permit of its own"),
        OrderRule(outer: .cache, inner: .redirects, text: "redirected responses aren't stored"),
    ]

    /// Returns the warnings about parts, given from the outermost to the innermost.
    static func warnings(about parts: [Policy.Part]) -> [String] {
        all.compactMap { rule in
            guard let first = parts.firstIndex(where: { $0.traits.role == rule.outer }),
                let last = parts.lastIndex(where: { $0.traits.role == rule.inner }), first < last
            else { return nil }
            let (outer, inner) = (LoadOrder.Step(parts[first].traits), LoadOrder.Step(parts[last].traits))
            return "\(outer.name) is outside \(inner.name): \(rule.text)"
        }
    }
}
