/// An entry in the store of a Webservice: bytes, and the date they were stored.
///
///     let entry = StoreEntry(data: token, date: now)
///
/// An entry says itself how much of it outlives the program: all of it, unless ``lastingByteCount`` says otherwise.
public struct StoreEntry: Hashable, Sendable {
    /// The bytes.
    public var data: Data
    /// The date the bytes were stored, if it matters.
    public var date: Date
    /// How many bytes, from the first one, can be kept after the program ends; nil for all of them, 0 for none.
    ///
    /// A store in a file writes those, and keeps the others in memory. If several programs share the file, each reads
    /// the bytes that were written last, with its own other bytes after them. So begin with what lasts, and let the
    /// reader of the entry find out by itself where the rest begins. Other stores can ignore the number.
    public var lastingByteCount: Int?

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - date: The date the bytes were stored, if it matters.
    ///   - lastingByteCount: How many bytes, from the first one, can be kept after the program ends; nil for all.
    public init(data: Data, date: Date, lastingByteCount: Int? = nil) {
        (self.data, self.date, self.lastingByteCount) = (data, date, lastingByteCount)
    }
}

extension StoreEntry {
    /// Returns a name for an entry that has no secrets and that a store can lose if it wasn't used for long, such as a
    /// counter: a policy starts over without it. The name begins with `~`, and no other entry's name should.
    public static func scratchName(_ name: String) -> String { scratch + name }

    /// Whether a name is one of ``scratchName(_:)``, in any account.
    public static func isScratchName(_ name: String) -> Bool { AccountEntry.own(name).hasPrefix(scratch) }

    private static let scratch = "~"
}

/// The name of an entry, and how a record shows it.
package struct EntryName: Sendable {
    /// A function in a box, as nearly all entries have none: one word is copied, not two.
    private final class Shown: Sendable {
        let shown: @Sendable (StoreEntry) -> StoreEntry

        init(_ shown: @escaping @Sendable (StoreEntry) -> StoreEntry) { self.shown = shown }
    }

    package let text: String
    private let box: Shown?

    init(_ text: String, showing shown: (@Sendable (StoreEntry) -> StoreEntry)? = nil) {
        self.text = text
        box = shown.map { Shown($0) }
    }

    /// Returns the entry without secrets; nil for the rules of the record.
    package var shown: (@Sendable (StoreEntry) -> StoreEntry)? { box?.shown }
}

/// A command that reads an entry.
struct ReadingEntry: Command {
    typealias Outcome = StoreEntry?
    let name: EntryName

    var text: String { "read \(name.text)" }

    var effectName: EffectName? { EffectName("read", .entry(name)) }

    func told(_ outcome: StoreEntry?) -> EffectOutcome { .entry(outcome) }

    func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<StoreEntry?, Performer.Value>
    ) -> Performer.Answer {
        interpreter.read(name, then: next)
    }
}

/// A command that changes the entry under a name. Nil means no entry.
package struct Updating: Command {
    package typealias Outcome = StoreEntry?
    /// The word for the change: write, remove, or update.
    package let verb: String
    /// The name of the entry.
    package let entry: EntryName
    /// The function that makes the new entry from the old one.
    package let change: @Sendable (StoreEntry?) -> StoreEntry?

    /// The name of the entry as text.
    package var name: String { entry.text }

    package var text: String { "\(verb) \(name)" }

    package var effectName: EffectName? { EffectName("update", .entry(entry)) }

    package func told(_ outcome: StoreEntry?) -> EffectOutcome { .entry(outcome) }

    package func performed<Performer: Interpreter>(
        by interpreter: Performer, then next: Next<StoreEntry?, Performer.Value>
    ) -> Performer.Answer {
        interpreter.update(self, then: next)
    }
}

extension Plan where Value == StoreEntry? {
    /// Reads the entry of the store under a name. The value is nil if there is none.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - shown: Returns the entry without secrets, as the records of loads show it. By default, they show text with
    ///     its evident secrets replaced, and up to 32 bytes of entries with a ``StoreEntry/scratchName(_:)``.
    public static func read(
        _ name: String, showing shown: (@Sendable (StoreEntry) -> StoreEntry)? = nil
    ) -> Plan { Plan(ReadingEntry(name: EntryName(name, showing: shown))) }

    /// Atomically changes an entry of the store. The value is the entry before the change. Nil means no entry.
    ///
    /// Nothing else happens to the entry during the change. The function may be called more than once, and must only
    /// make the new entry from the old one.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - shown: Returns the entry without secrets, as the records of loads show it; see ``read(_:showing:)``.
    ///   - change: Returns the new entry.
    public static func update(
        _ name: String, showing shown: (@Sendable (StoreEntry) -> StoreEntry)? = nil,
        _ change: @escaping @Sendable (StoreEntry?) -> StoreEntry?
    ) -> Plan { Plan(Updating(verb: "update", entry: EntryName(name, showing: shown), change: change)) }
}

extension Plan where Value == Void {
    /// Writes an entry to the store under a name. Nil removes the existing entry.
    public static func write(_ entry: StoreEntry?, to name: String) -> Plan {
        let updating = Updating(verb: entry == nil ? "remove" : "write", entry: EntryName(name)) { _ in entry }
        return Plan(updating, Next(onlyTransforms: true) { .outcome($0.map { _ in () }) })
    }
}
