extension Plan: CustomStringConvertible {
    /// The plan as far as it is known before it runs: `GET https://example.org/episodes.json → …`.
    ///
    /// What is done at once stands in parentheses with `∥` between; what depends on an outcome is `…`.
    public var description: String {
        switch node {
        case .step(let step): step.isLast ? step.text : step.text + " → …"
        case .bind(let bind): bind.description
        }
    }
}

extension Step {
    fileprivate var text: String {
        switch self {
        case .value: "done"
        case .failure(let error): "failed: \(Redaction.standard.text(of: error))"
        case .send(let effect): "\(effect.parameter)"
        case .wait(let effect): "wait \(effect.parameter)"
        case .now: "the time"
        case .random: "a random number"
        case .read(let effect): "read \(effect.parameter)"
        case .update(let effect): "\(effect.parameter.verb) \(effect.parameter.name)"
        case .limit(let effect):
            "[\(effect.parameter.limit) at once, \(effect.parameter.key): \(effect.parameter.plan)]"
        case .decide(let effect): "\(effect.parameter)"
        case .cache(let effect): effect.parameter.text
        case .begin(let effect): "begin [\(effect.parameter.key): \(effect.parameter.plan)]"
        case .share(let effect): "[\(effect.parameter.key): \(effect.parameter.plan)]"
        case .both(let both): both.content.text
        case .each(let each): each.content.text
        }
    }
}

extension CacheAccess {
    fileprivate var text: String {
        switch action {
        case .read(let key): "look \(key) up in the cache"
        case .update(let key, _): "update \(key) in the cache"
        case .remove(let selection): "remove \(selection) from the cache"
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
