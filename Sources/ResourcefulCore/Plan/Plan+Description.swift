extension Plan: CustomStringConvertible {
    /// The plan as far as it is known before it runs: `GET https://example.org/episodes.json → …`.
    ///
    /// What is done at once stands in parentheses with `∥` between; what depends on an outcome is `…`.
    public var description: String {
        guard var link else { return firstText }
        while let source = link.source { link = source }
        return link.sourceText + " → …"
    }

    /// What is done first, when nothing comes before it.
    var firstText: String { firstStep?.text ?? "…" }
}

extension Step {
    fileprivate var text: String {
        switch self {
        case .done(.success): "done"
        case .done(.failure(let error)): "failed: \(error)"
        case .send(let request, _): "\(request)"
        case .wait(let duration, _): "wait \(duration)"
        case .now: "the time"
        case .random: "a random number"
        case .read(let name, _): "read \(name)"
        case .write(let entry, let name, _): entry == nil ? "remove \(name)" : "write \(name)"
        case .share(let plan, let key, _): "[\(key): \(plan)]"
        case .both(let both): both.text
        case .each(let each): each.text
        }
    }
}

extension Both {
    fileprivate var text: String { "(\(left) ∥ \(right))" }
}

extension Each {
    fileprivate var text: String {
        let shown = plans.prefix(3).map(\.description) + (plans.count > 3 ? ["… \(plans.count) in all"] : [])
        return "(\(shown.joined(separator: " ∥ ")))\(limit.map { ", \($0) at once" } ?? "")"
    }
}
