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
        let base = baseURL.map { "resolved against \(Redaction.standard.redacted($0))" } ?? "has to be absolute"
        let parts = usual.parts.map(\.traits).filter { !$0.text.isEmpty }
        return [Step("URL", base), Step("resource", "its own policies, then those of its plans")]
            + ([usual.enclosing].compactMap(\.self) + parts).map { Step($0) }
            + [Step("sharing", "equal GET and HEAD requests at the same moment are sent once")]
    }

    /// The policies in an unusual place, and the consequences; empty if there are none.
    public var warnings: [String] { OrderRule.warnings(about: usual.parts) }

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

/// The consequence of one kind of policy outside another.
private struct OrderRule {
    let outer: PolicyTraits.Role
    let inner: PolicyTraits.Role
    let text: String

    private static let all = [
        OrderRule(
            outer: .signing, inner: .retry, text: "a second attempt repeats the signature, its time and its nonce"),
        OrderRule(outer: .signing, inner: .failover, text: "another host gets a signature that is not for it"),
        OrderRule(outer: .signing, inner: .credentials, text: "what credentials change is not signed"),
        OrderRule(outer: .signing, inner: .limit, text: "a request waits for its turn with an old signature"),
        OrderRule(outer: .signing, inner: .redirects, text: "the next hop is not signed"),
        OrderRule(outer: .limit, inner: .retry, text: "a load takes up room while it only waits for its next attempt"),
        OrderRule(outer: .circuit, inner: .retry, text: "loads are counted, not attempts"),
        OrderRule(outer: .circuit, inner: .failover, text: "hosts are counted that were not asked"),
        OrderRule(outer: .clock, inner: .retry, text: "waits count as time on the way"),
        OrderRule(outer: .clock, inner: .limit, text: "waits count as time on the way"),
        OrderRule(outer: .upgrade, inner: .redirects, text: "the next hop may be sent in clear"),
        OrderRule(outer: .signing, inner: .upgrade, text: "a URL is signed that is not the one that is sent"),
        OrderRule(outer: .limit, inner: .cache, text: "what is cached takes up room"),
        OrderRule(outer: .cache, inner: .redirects, text: "a response that was redirected is not stored"),
    ]

    /// Returns the warnings about parts, given from the outermost to the innermost.
    static func warnings(about parts: [Policy.Part]) -> [String] {
        all.compactMap { rule in
            guard let first = parts.firstIndex(where: { $0.traits.role == rule.outer }),
                let last = parts.lastIndex(where: { $0.traits.role == rule.inner }), first < last
            else { return nil }
            let (outer, inner) = (LoadOrder.Step(parts[first].traits), LoadOrder.Step(parts[last].traits))
            return "\(outer.name) stands outside \(inner.name): \(rule.text)"
        }
    }
}
