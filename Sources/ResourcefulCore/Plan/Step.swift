#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What an interpreter is asked to do next, and how the plan goes on from the outcome: the closed list of effects.
///
/// One word in memory, whatever the value: so it passes through generic code at no cost.
package enum Step<Value> {
    /// Nothing more: the plan has come to a value.
    case value(Boxed<Value>)
    /// Nothing more: the plan has failed.
    case failure(any Error)
    /// Send a request.
    case send(Effect<Request, Response, Value>)
    /// Let a duration pass.
    case wait(Effect<Duration, Void, Value>)
    /// Tell the time.
    case now(Effect<Void, Date, Value>)
    /// Draw one of all 64-bit numbers.
    case random(Effect<Void, UInt64, Value>)
    /// Look an entry of the store up.
    case read(Effect<String, Entry?, Value>)
    /// Change an entry of the store, and tell what it was before.
    case update(Effect<Updating, Entry?, Value>)
    /// Read or change what is cached, and tell what was there.
    case cache(Effect<CacheAccess, CacheEntry?, Value>)
    /// Run a plan under a key, or join the run of that key that is under way.
    case share(Effect<Sharing, Response, Value>)
    /// Begin a run under a key unless there is one, and don't wait for it.
    case begin(Effect<Sharing, Void, Value>)
    /// Run a plan as soon as there is room under a key.
    case limit(Effect<Limiting, Response, Value>)
    /// Tell whoever watches what was decided.
    case decide(Effect<Decision, Void, Value>)
    /// Do two plans at once.
    case both(Boxed<any Both<Value>>)
    /// Do any number of plans at once, so many at a time.
    case each(Boxed<any Each<Value>>)
}

/// An effect: what it needs to know, and how the plan goes on from its outcome.
package final class Effect<Parameter, Outcome, Value> {
    /// What the effect needs to know.
    package let parameter: Parameter
    /// How the plan goes on.
    package let next: Next<Outcome, Value>

    init(_ parameter: Parameter, _ next: Next<Outcome, Value>) {
        self.parameter = parameter
        self.next = next
    }

    func followed<New>(by last: Next<Value, New>) -> Effect<Parameter, Outcome, New> {
        Effect<Parameter, Outcome, New>(parameter, next.then(last))
    }

    func applying(_ policy: Policy) -> Effect { Effect(parameter, next.applying(policy)) }
}

/// What is to be made of an entry, and under which name it stands; nil is no entry.
package struct Updating {
    /// What to say of it: write, remove or update.
    package let verb: String
    /// Its name.
    package let name: String
    /// The entry to be from the one that is.
    package let change: @Sendable (Entry?) -> Entry?
}

/// What is to be run when there is room.
package struct Limiting {
    /// The plan to run.
    package let plan: Plan<Response>
    /// What it needs room under.
    package let key: String
    /// How many run at once.
    package let limit: Int
    /// Who waits with a higher one goes first.
    package let priority: Int
}

/// What is to be shared, and under which key.
package struct Sharing {
    /// The plan to run unless there is a run to join.
    package let plan: Plan<Response>
    /// The key.
    package let key: SharingKey
}

/// Something of any size, in one word.
package final class Boxed<Content> {
    /// What is in it.
    package let content: Content

    init(_ content: Content) { self.content = content }
}

extension Step {
    /// The same step, its outcome handed on to another continuation.
    func followed<New>(by next: Next<Value, New>) -> Plan<New> {
        switch self {
        case .value(let value): next(.success(value.content))
        case .failure(let error): next(.failure(error))
        case .send(let effect): Plan(.send(effect.followed(by: next)))
        case .wait(let effect): Plan(.wait(effect.followed(by: next)))
        case .now(let effect): Plan(.now(effect.followed(by: next)))
        case .random(let effect): Plan(.random(effect.followed(by: next)))
        case .read(let effect): Plan(.read(effect.followed(by: next)))
        case .update(let effect): Plan(.update(effect.followed(by: next)))
        case .cache(let effect): Plan(.cache(effect.followed(by: next)))
        case .begin(let effect): Plan(.begin(effect.followed(by: next)))
        case .limit(let effect): Plan(.limit(effect.followed(by: next)))
        case .decide(let effect): Plan(.decide(effect.followed(by: next)))
        case .share(let effect): Plan(.share(effect.followed(by: next)))
        case .both(let both): Plan(.both(Boxed(both.content.followed(by: next))))
        case .each(let each): Plan(.each(Boxed(each.content.followed(by: next))))
        }
    }

    /// Whether the outcome of the effect is the plan's own, so that nothing stands between it and what follows.
    var isBare: Bool {
        switch self {
        case .value, .failure: false
        case .send(let effect): effect.next.isEnd
        case .wait(let effect): effect.next.isEnd
        case .now(let effect): effect.next.isEnd
        case .random(let effect): effect.next.isEnd
        case .read(let effect): effect.next.isEnd
        case .update(let effect): effect.next.isEnd
        case .cache(let effect): effect.next.isEnd
        case .begin(let effect): effect.next.isEnd
        case .limit(let effect): effect.next.isEnd
        case .decide(let effect): effect.next.isEnd
        case .share(let effect): effect.next.isEnd
        case .both(let both): both.content.isBare
        case .each(let each): each.content.isBare
        }
    }

    /// Whether nothing is sent, waited or asked for after the effect.
    var isLast: Bool {
        switch self {
        case .value, .failure: true
        case .send(let effect): effect.next.isLast
        case .wait(let effect): effect.next.isLast
        case .now(let effect): effect.next.isLast
        case .random(let effect): effect.next.isLast
        case .read(let effect): effect.next.isLast
        case .update(let effect): effect.next.isLast
        case .cache(let effect): effect.next.isLast
        case .begin(let effect): effect.next.isLast
        case .limit(let effect): effect.next.isLast
        case .decide(let effect): effect.next.isLast
        case .share(let effect): effect.next.isLast
        case .both(let both): both.content.isLast
        case .each(let each): each.content.isLast
        }
    }
}

extension Both {
    fileprivate var isBare: Bool { next.isEnd }
    fileprivate var isLast: Bool { next.isLast }
}

extension Each {
    fileprivate var isBare: Bool { next.isEnd }
    fileprivate var isLast: Bool { next.isLast }
}
