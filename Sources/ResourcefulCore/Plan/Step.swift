#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What an interpreter is asked to do next, and how the plan goes on from the outcome: the closed list of effects.
package indirect enum Step<Value> {
    /// Nothing more: the plan has come to its outcome.
    case done(Result<Value, any Error>)
    /// Send a request, once, as it is.
    case send(Request, Next<Response, Value>)
    /// Let a duration pass.
    case wait(Duration, Next<Void, Value>)
    /// Tell the time.
    case now(Next<Date, Value>)
    /// Draw one of all 64-bit numbers.
    case random(Next<UInt64, Value>)
    /// Look an entry of the store up.
    case read(String, Next<Entry?, Value>)
    /// Put an entry into the store, or remove the one that is there.
    case write(Entry?, String, Next<Void, Value>)
    /// Run a plan under a key, or join the run of that key that is under way.
    case share(Plan<Response>, String, Next<Response, Value>)
    /// Do two plans at once.
    case both(any Both<Value>)
    /// Do any number of plans at once, so many at a time.
    case each(any Each<Value>)

    /// The same effect, its outcome handed on to another continuation.
    func followed<New>(by next: Next<Value, New>) -> Plan<New> {
        switch self {
        case .done(let result): next(result)
        case .send(let request, let first): Plan(.send(request, first.then(next)))
        case .wait(let duration, let first): Plan(.wait(duration, first.then(next)))
        case .now(let first): Plan(.now(first.then(next)))
        case .random(let first): Plan(.random(first.then(next)))
        case .read(let key, let first): Plan(.read(key, first.then(next)))
        case .write(let entry, let key, let first): Plan(.write(entry, key, first.then(next)))
        case .share(let plan, let key, let first): Plan(.share(plan, key, first.then(next)))
        case .both(let both): Plan(.both(both.followed(by: next)))
        case .each(let each): Plan(.each(each.followed(by: next)))
        }
    }
}
