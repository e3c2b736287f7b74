/// What is to be done to come to a value: a request, several requests that depend on each other, waits, decisions.
///
/// A plan is data. Nothing happens while it is built, and the same plan can be carried out as often as one likes: by
/// `Webservice.load` over a network, by `DryRun` in a test, synchronously and in virtual time. What it can ask for is a
/// short, closed list: a request, a wait, the time, a random number, an entry of the store, a shared run, several plans
/// at once.
public struct Plan<Value>: Loadable {
    private enum Node {
        case step(Step<Value>)
        case bind(any Bound<Value>)
    }

    private let node: Frozen<Node>

    init(_ step: Step<Value>) { node = Frozen(content: .step(step)) }

    init(_ bind: any Bound<Value>) { node = Frozen(content: .bind(bind)) }

    /// The plan itself.
    public var plan: Plan<Value> { self }

    /// What is to be done next, every bind before it resolved. Constant time for each bind, amortised.
    package var head: Step<Value> {
        var node = node.content
        while true {
            switch node {
            case .step(let step): return step
            case .bind(let bind): node = bind.advanced().node.content
            }
        }
    }

    /// This plan, then what follows from its outcome, as one step of walking down a chain of binds.
    func advanced<New>(to next: Next<Value, New>) -> Plan<New> {
        switch node.content {
        case .step(let step): step.followed(by: next)
        case .bind(let bind): bind.rebound(to: next)
        }
    }

    /// What is to be done first, when that is no bind.
    var firstStep: Step<Value>? {
        if case .step(let step) = node.content { step } else { nil }
    }

    /// The part of a chain that this plan holds, if it holds one.
    var link: Link? {
        if case .bind(let bind) = node.content { bind.link } else { nil }
    }
}

/// Content that no one changes once it is built, so that it can be passed between threads.
///
/// `@unchecked`, once for all of Core: the compiler can't see that the links of a plan (``Link``) are immutable from
/// birth to `deinit`, where only the last owner of a chain takes it apart. Every function a plan holds is `@Sendable`,
/// and every value that is put into one beforehand is `Sendable`.
struct Frozen<Content>: @unchecked Sendable {
    let content: Content
}
