import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a plan asks of ``RefreshModel`` and ``LeaseModel``.
enum ModelStep {
    /// How a line goes on from the outcome of a run.
    typealias Waiting = (Result<Response, any Error>) -> Plan<Response>

    case send(Request, Next<Response, Response>)
    case read(String, Next<StoreEntry?, Response>)
    case update(Updating, Next<StoreEntry?, Response>)
    case share(Plan<Response>, RunKey, Waiting)
    case tellTime(Next<Date, Response>)
    case wait(Next<Void, Response>)
    case draw(Next<UInt64, Response>)
    /// What has nothing to do with other lines.
    case aside(Plan<Response>)
    case unexpected
}

/// Tells what is asked. What the policy does further inside is that it sends.
struct ModelSteps: Interpreter {
    typealias Value = Response
    typealias Answer = ModelStep

    /// What is loaded.
    static let url = URL(string: "https://example.org/")!

    func resume(with plan: Plan<Response>) -> ModelStep { .aside(plan) }

    func send(_ submission: SendThroughPolicies, then next: Next<Response, Response>) -> ModelStep {
        .send(submission.sent, next)
    }

    func surround<Inner>(_ surrounded: Layered<Inner>, then next: Next<Inner, Response>) -> ModelStep {
        let inner = SurroundedSteps<Inner>(layers: RequestLayers.policy.adding(surrounded.layer))
        guard case .effect(let effect) = surrounded.plan.head else { return .unexpected }
        return effect.performed(by: inner).map { .aside($0.continuing(next)) } ?? .unexpected
    }

    func tellTime(then next: Next<Date, Response>) -> ModelStep { .tellTime(next) }

    func note(_ decision: LoadDecision, then next: Next<Void, Response>) -> ModelStep { .aside(next(.success(()))) }

    func read(_ name: EntryName, then next: Next<StoreEntry?, Response>) -> ModelStep { .read(name.text, next) }

    func update(_ updating: Updating, then next: Next<StoreEntry?, Response>) -> ModelStep { .update(updating, next) }

    func share<Inner: Sendable>(_ sharing: Sharing<Inner>, then next: Next<Inner, Response>) -> ModelStep {
        // A refresh comes to nothing.
        guard let nothing = () as? Inner else { return .unexpected }
        return .share(sharing.plan.map { _ in Response(status: 204) }, sharing.key) { next($0.map { _ in nothing }) }
    }

    func exchange(_ request: Request, then next: Next<Response, Response>) -> ModelStep { .unexpected }
    func wait(for duration: Duration, then next: Next<Void, Response>) -> ModelStep { .wait(next) }
    func drawNumber(isSecret: Bool, then next: Next<UInt64, Response>) -> ModelStep { .draw(next) }
    func access(_ access: CacheAccess, then next: Next<CacheEntry?, Response>) -> ModelStep { .unexpected }
    func limit<Inner>(_ limiting: Limiting<Inner>, then next: Next<Inner, Response>) -> ModelStep { .unexpected }
    func both<A, B>(_ both: Both<A, B>, then next: Next<(A, B), Response>) -> ModelStep { .unexpected }
    func each<Element>(_ each: Each<Element>, then next: Next<[Element], Response>) -> ModelStep { .unexpected }
    func race<Element>(_ race: Race<Element>, then next: Next<Element, Response>) -> ModelStep {
        // The deadline of a refresh is the end of its lease: to the others, a process that is late is one that died.
        if case .deadline = race.rules { .aside(race.plans[0].continuing(next)) } else { .unexpected }
    }
    func ask<Asked: Sendable>(_ question: Question<Asked>, then next: Next<Asked, Response>) -> ModelStep {
        .unexpected
    }
    func begin<Inner: Sendable>(_ sharing: Sharing<Inner>, then next: Next<Void, Response>) -> ModelStep {
        // A refresh says that it continues without waiters; no line of the model stops waiting.
        .aside(next(.success(())))
    }
}

/// What becomes of the one request of the refresh, which goes through a policy.
private struct SurroundedSteps<Value>: Interpreter {
    typealias Answer = Plan<Value>?
    let layers: RequestLayers

    func resume(with plan: Plan<Value>) -> Plan<Value>? { plan }

    func send(_ submission: SendThroughPolicies, then next: Next<Response, Value>) -> Plan<Value>? {
        try? LoadOrder(baseURL: nil, policies: []).plan(for: submission, in: layers, judge: nil).continuing(next)
    }

    func surround<Inner>(_ surrounded: Layered<Inner>, then next: Next<Inner, Value>) -> Plan<Value>? { nil }
    func exchange(_ request: Request, then next: Next<Response, Value>) -> Plan<Value>? { nil }
    func wait(for duration: Duration, then next: Next<Void, Value>) -> Plan<Value>? { nil }
    func tellTime(then next: Next<Date, Value>) -> Plan<Value>? { nil }
    func drawNumber(isSecret: Bool, then next: Next<UInt64, Value>) -> Plan<Value>? { nil }
    func ask<Asked: Sendable>(_ question: Question<Asked>, then next: Next<Asked, Value>) -> Plan<Value>? { nil }
    func read(_ name: EntryName, then next: Next<StoreEntry?, Value>) -> Plan<Value>? { nil }
    func update(_ updating: Updating, then next: Next<StoreEntry?, Value>) -> Plan<Value>? { nil }
    func access(_ access: CacheAccess, then next: Next<CacheEntry?, Value>) -> Plan<Value>? { nil }
    func share<Inner: Sendable>(_ sharing: Sharing<Inner>, then next: Next<Inner, Value>) -> Plan<Value>? { nil }
    func begin<Inner: Sendable>(_ sharing: Sharing<Inner>, then next: Next<Void, Value>) -> Plan<Value>? { nil }
    func limit<Inner>(_ limiting: Limiting<Inner>, then next: Next<Inner, Value>) -> Plan<Value>? { nil }
    func note(_ decision: LoadDecision, then next: Next<Void, Value>) -> Plan<Value>? { nil }
    func both<A, B>(_ both: Both<A, B>, then next: Next<(A, B), Value>) -> Plan<Value>? { nil }
    func each<Element>(_ each: Each<Element>, then next: Next<[Element], Value>) -> Plan<Value>? { nil }
    func race<Element>(_ race: Race<Element>, then next: Next<Element, Value>) -> Plan<Value>? { nil }
}
