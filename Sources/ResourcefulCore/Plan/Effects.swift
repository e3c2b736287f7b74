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
    public static func send(_ request: Request) -> Plan { Plan(.send(Effect(request, .end))) }

    /// Joins the run that is under way under the same key, or starts one: so many at once, one run.
    ///
    /// Every waiter gets the run's outcome. A waiter that is cancelled leaves the others alone; the run is cancelled
    /// when the last one has left. A plan that asks from within for its own key, or for a run that waits for its own,
    /// runs on its own there.
    public func shared(as key: String) -> Plan { Plan(.share(Effect(Sharing(plan: self, key: key), .end))) }
}

extension Plan where Value == Void {
    /// Lets a duration pass.
    public static func wait(for duration: Duration) -> Plan { Plan(.wait(Effect(duration, .end))) }

    /// Puts an entry into the store under a name, or with nil removes the one that is there.
    public static func write(_ entry: Entry?, to name: String) -> Plan {
        Plan(.write(Effect(Writing(entry: entry, name: name), .end)))
    }
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
