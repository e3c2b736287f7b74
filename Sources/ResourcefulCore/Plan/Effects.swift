#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Plan {
    /// The outcome of doing nothing.
    public static func value(_ value: Value) -> Plan where Value: Sendable { .outcome(.success(value)) }

    /// The outcome of failing at once.
    public static func failure(_ error: any Error) -> Plan { Plan(.failure(error)) }

    /// A plan that has come to its outcome.
    package static func outcome(_ result: Result<Value, any Error>) -> Plan {
        switch result {
        case .success(let value): Plan(.value(Boxed(value)))
        case .failure(let error): Plan(.failure(error))
        }
    }

    /// The outcome, when the plan has come to it.
    package var result: Result<Value, any Error>? {
        switch head {
        case .value(let value): .success(value.content)
        case .failure(let error): .failure(error)
        default: nil
        }
    }
}

extension Plan where Value == Response {
    /// Sends a request. Every status is a response; only an exchange that does not come to its end is an error.
    public static func send(_ request: Request) -> Plan { Plan(.send(Effect(request, .response))) }

    /// Joins the run that is under way under the same key, or starts one: so many at once, one run.
    ///
    /// Every waiter gets the run's outcome. A waiter that is cancelled leaves the others alone; the run is cancelled
    /// when the last one has left. A plan that asks from within for its own key, or for a run that waits for its own,
    /// runs on its own there.
    public func shared(as key: String) -> Plan { shared(as: .name(key)) }

    /// Runs this plan as soon as fewer than so many are running under the same key.
    ///
    /// Who waits with a higher priority goes first, then who came first. What is asked for from within, under the same
    /// key, is not counted again.
    public func limited(to limit: Int, under key: String, priority: Int = 0) -> Plan {
        Plan(.limit(Effect(Limiting(plan: self, key: key, limit: max(1, limit), priority: priority), .end)))
    }
}

extension Plan where Value == Void {
    /// Lets a duration pass.
    public static func wait(for duration: Duration) -> Plan { Plan(.wait(Effect(duration, .end))) }

    /// Puts an entry into the store under a name, or with nil removes the one that is there.
    public static func write(_ entry: Entry?, to name: String) -> Plan {
        let updating = Updating(verb: entry == nil ? "remove" : "write", name: name) { _ in entry }
        return Plan(.update(Effect(updating, Next(isLast: true) { .outcome($0.map { _ in () }) })))
    }

    /// Tells whoever watches the load what was decided, and why; changes nothing.
    public static func note(_ decision: Decision) -> Plan { Plan(.decide(Effect(decision, .end))) }
}

extension Plan where Value == Date {
    /// The time.
    public static var now: Plan { Plan(.now(Effect((), .end))) }
}

extension Plan where Value == UInt64 {
    /// A number drawn evenly from all of its kind.
    public static var random: Plan { Plan(.random(Effect((), .end))) }
}

extension Plan where Value == Entry? {
    /// The entry of the store under a name, if there is one.
    public static func read(_ name: String) -> Plan { Plan(.read(Effect(name, .end))) }

    /// Changes an entry of the store, and comes to what it was before; nil is no entry.
    ///
    /// Nothing else happens to the entry in between, whatever else is under way. The function may be called more than
    /// once, and must do nothing but make the new entry from the old one.
    public static func update(_ name: String, _ change: @escaping @Sendable (Entry?) -> Entry?) -> Plan {
        Plan(.update(Effect(Updating(verb: "update", name: name, change: change), .end)))
    }
}

/// What the store of a Webservice keeps under a name: bytes, and when they were put there.
public struct Entry: Hashable, Sendable {
    /// The bytes.
    public var data: Data
    /// When they were put there, as far as it matters.
    public var date: Date

    /// An entry.
    public init(data: Data, date: Date) {
        self.data = data
        self.date = date
    }
}
