#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What the store of a Webservice keeps under a name: bytes, and when they were put there.
public struct StoreEntry: Hashable, Sendable {
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

/// A look at an entry.
struct ReadingEntry: Command {
    typealias Outcome = StoreEntry?
    let name: String

    var text: String { "read \(name)" }

    func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<StoreEntry?, Performer.Value>
    ) -> Performer.Answer {
        interpreter.read(name, then: next)
    }
}

/// What is to be made of an entry, and under which name it stands; nil is no entry.
package struct Updating: Command {
    package typealias Outcome = StoreEntry?
    /// What to say of it: write, remove or update.
    package let verb: String
    /// Its name.
    package let name: String
    /// The entry to be from the one that is.
    package let change: @Sendable (StoreEntry?) -> StoreEntry?

    package var text: String { "\(verb) \(name)" }

    package func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<StoreEntry?, Performer.Value>
    ) -> Performer.Answer {
        interpreter.update(self, then: next)
    }
}

extension Plan where Value == StoreEntry? {
    /// The entry of the store under a name, if there is one.
    public static func read(_ name: String) -> Plan { Plan(ReadingEntry(name: name)) }

    /// Changes an entry of the store, and comes to what it was before; nil is no entry.
    ///
    /// Nothing else happens to the entry in between, whatever else is under way. The function may be called more than
    /// once, and must do nothing but make the new entry from the old one.
    public static func update(_ name: String, _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?) -> Plan {
        Plan(Updating(verb: "update", name: name, change: change))
    }
}

extension Plan where Value == Void {
    /// Puts an entry into the store under a name, or with nil removes the one that is there.
    public static func write(_ entry: StoreEntry?, to name: String) -> Plan {
        let updating = Updating(verb: entry == nil ? "remove" : "write", name: name) { _ in entry }
        return Plan(updating, Next(isLast: true) { .outcome($0.map { _ in () }) })
    }
}

/// The name of ``StoreEntry`` in the version before.
@available(*, deprecated, renamed: "StoreEntry")
public typealias Entry = StoreEntry
