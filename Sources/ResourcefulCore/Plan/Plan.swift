/// What is to be done to come to a value: a request, several requests that depend on each other, waits, decisions.
///
/// A plan is data. Nothing happens while it is built, and the same plan can be carried out as often as one likes: by
/// `Webservice.load` over a network, by `DryRun` in a test, synchronously and in virtual time. What it can ask for is a
/// short, closed list: a request, a wait, the time, a random number, what only code outside knows, an entry of the
/// store, a shared run, room for a run, several plans at once.
public struct Plan<Value>: Loadable {
    enum Node {
        case step(Step<Value>)
        case bind(Bind<Value>)
    }

    let node: Node

    init(_ step: Step<Value>) { node = .step(step) }

    init(_ bind: Bind<Value>) { node = .bind(bind) }

    /// The plan itself.
    public var plan: Plan<Value> { self }

    /// What is to be done next, every bind before it resolved. Constant time for each bind, amortised.
    package var head: Step<Value> {
        var plan = self
        while true {
            switch plan.node {
            case .step(let step): return step
            case .bind(let bind): plan = bind.reduced()
            }
        }
    }

    /// This plan, then a continuation: one step of walking down a chain of binds.
    func advanced<New>(to next: Next<Value, New>) -> Plan<New> {
        switch node {
        case .step(let step): step.followed(by: next)
        case .bind(let bind): bind.advanced(to: next)
        }
    }

    /// The request that the plan begins with, as far as that is known.
    package var firstRequest: Request? {
        if case .step(.effect(let effect)) = node { effect.request } else { nil }
    }

    /// The bind that this plan is, if it is one.
    var bind: Bind<Value>? {
        if case .bind(let bind) = node { bind } else { nil }
    }

    /// The link that this plan is, if it is one.
    var link: Link? {
        switch node {
        case .bind(let bind): bind
        case .step(.effect(let effect)): effect
        case .step: nil
        }
    }

    /// Moves the link that this plan is, if it is one, into a list.
    mutating func takeLink(into links: inout [Link]) {
        guard let link else { return }
        links.append(link)
        self = .released
    }
}

// The compiler can't see that the inside of a plan is immutable from birth to `deinit`, where only the last owner of a
// chain takes it apart (``Link``). Every function in it is `@Sendable`, and every value that is put into one beforehand
// is `Sendable`. The other unchecked promise of Core is that of a JSON document's bytes.
extension Plan: @unchecked Sendable {}

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
