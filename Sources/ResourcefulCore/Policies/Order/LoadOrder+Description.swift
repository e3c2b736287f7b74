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

        package init(_ traits: PolicyTraits) {
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
            + ([usual.enclosing].compactMap(\.self) + parts).map { Step($0) }
            + [Step("sharing", "concurrent equal GET and HEAD requests are sent once")]
    }

    /// The policies in an unusual place, and the consequences, then the warnings of loads; empty if there are none.
    public var warnings: [String] { usual.warnings + noticed }

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
    package func users(of identity: LoadIdentity, and request: Request? = nil) -> String? {
        let naming = parts.map(\.traits).filter { $0.user != nil && ($0.role != nil || $0.isCustom) }
        let policies = naming.map { LoadOrder.Step($0).name }
        let fields = request.map { $0.identity.tellingFields(of: $0).map(\.rawName).sorted() } ?? []
        let all = (identity.isUnknown ? [] : ["\(identity)"]) + policies + fields
        return all.isEmpty ? nil : "told apart by \(all.joined(separator: ", "))"
    }

    /// The policies in an unusual place, and the consequences.
    package var warnings: [String] {
        let roles = parts.reduce(into: [Policy.Role]()) { roles, part in
            if let role = part.traits.role, !roles.contains(role) { roles.append(role) }
        }
        return roles.flatMap { outer in
            roles.compactMap { inner in
                (outer.outside[inner] ?? inner.inside[outer]).flatMap { warning($0, outer, outside: inner) }
            }
        }
    }

    /// Returns the warning that a policy of one role is outside one of another; nil if none is.
    private func warning(_ text: String, _ outer: Policy.Role, outside inner: Policy.Role) -> String? {
        guard let first = parts.firstIndex(where: { $0.traits.role == outer }),
            let last = parts.lastIndex(where: { $0.traits.role == inner }), first < last
        else { return nil }
        let names = [first, last].map { LoadOrder.Step(parts[$0].traits).name }
        return "\(names[0]) is outside \(names[1]): \(text)"
    }
}
