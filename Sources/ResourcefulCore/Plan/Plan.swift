/// The steps that lead to a value: a request, several requests that depend on each other, waits, decisions.
///
/// A plan is data. Nothing happens while you build it, and you can carry out the same plan as often as you like: with
/// `Webservice.load` over a network, or with `DryRun` in a test, synchronously and in virtual time. A plan can ask only
/// for a short, closed list of effects: a request, a wait, the time, a random number, something that only code outside
/// knows, an entry of the store or the cache, a shared run, a permit for a run, several plans at once, and a note to
/// the observers.
///
///     let newest = Episode.all.flatMap { episodes in Episode.number(episodes[0].id) }
///     let pair = zip(newest, Episode.number(7)).map { "\($0.title) and \($1.title)" }
///     let patient = pair.recover { _ in Plan.wait(for: .seconds(3)).flatMap { pair } }
public struct Plan<Value>: Loadable {
    enum Node {
        case step(Step<Value>)
        case bind(Bind<Value>)
    }

    let node: Node

    package init(_ step: Step<Value>) { node = .step(step) }

    init(_ bind: Bind<Value>) { node = .bind(bind) }

    /// The plan itself.
    public var plan: Plan<Value> { self }

    /// The next step, with every bind before it resolved. Amortized constant time for each bind.
    package var head: Step<Value> {
        var plan = self
        while true {
            switch plan.node {
            case .step(let step): return step
            case .bind(let bind): plan = bind.reduced()
            }
        }
    }

    /// Returns this plan followed by a continuation: one step down a chain of binds.
    func advanced<New>(to next: Next<Value, New>) -> Plan<New> {
        switch node {
        case .step(let step): step.followed(by: next)
        case .bind(let bind): bind.advanced(to: next)
        }
    }

    /// The request that the plan begins with, if it's known.
    package var firstRequest: Request? {
        if case .step(.effect(let effect)) = node { effect.request } else { nil }
    }

    /// The bind of this plan, if it has one.
    var bind: Bind<Value>? {
        if case .bind(let bind) = node { bind } else { nil }
    }

    /// The link of this plan, if it has one.
    var link: Link? {
        switch node {
        case .bind(let bind): bind
        case .step(.effect(let effect)): effect
        case .step: nil
        }
    }

    /// Moves the link of this plan, if it has one, into a list.
    mutating func takeLink(into links: inout [Link]) {
        guard let link else { return }
        links.append(link)
        self = .released
    }
}

// The compiler can't see that the inside of a plan is immutable until `deinit`, where the last owner of a chain takes
// it apart (``Link``). Every function in it is `@Sendable`, and every value that is put into one beforehand is
// `Sendable`. There is no other unchecked conformance in this module.
extension Plan: @unchecked Sendable {}

extension Plan: CustomStringConvertible {
    /// The plan as far as it is known before it runs: `GET https://example.org/episodes.json → …`.
    ///
    /// Plans that run at once are in parentheses, separated by `∥`. Anything that depends on an outcome is `…`.
    public var description: String {
        switch node {
        case .step(let step): step.onlyTransforms ? step.text : step.text + " → …"
        case .bind(let bind): bind.description
        }
    }
}

extension Plan {
    /// Returns a plan that has a value without doing anything.
    public static func value(_ value: Value) -> Plan where Value: Sendable { .outcome(.success(value)) }

    /// Returns a plan that fails at once.
    public static func failure(_ error: any Error) -> Plan { Plan(.failure(error)) }

    /// Returns a plan that has its outcome already.
    public static func outcome(_ result: Result<Value, any Error>) -> Plan {
        switch result {
        case .success(let value): Plan(.value(Boxed(value)))
        case .failure(let error): Plan(.failure(error))
        }
    }

    /// The outcome, if the plan has it already.
    package var result: Result<Value, any Error>? {
        switch head {
        case .value(let value): .success(value.content)
        case .failure(let error): .failure(error)
        case .effect: nil
        }
    }
}
