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
