#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An outbox in the store of a Webservice, as plans: writes that are kept until they are answered.
///
///     let outbox = Outbox()
///     var run = DryRun(shop.answer)
///     try run.load(outbox.keeping(Order.create(cart), as: "order-7", in: "cart-7"))
///     try run.load(outbox.sendingAll)
///
/// An app uses `Webservice.submit(_:as:in:)`, which is made of these plans. Everything that they know is in entries of
/// the store, so they continue in another process. They keep neither options of requests nor a resource's own policies.
public struct Outbox: Sendable {
    /// How it sends.
    public private(set) var rule: OutboxRule
    /// Whether each exchange has a deadline. Without, an exploration can try everything else to the end.
    var hasDeadlines = true
    /// Whether it looks again and again what becomes of a write that another run sends.
    private(set) var isWatching = false
    /// The beginning of its entries' names.
    private let prefix: String

    /// Creates the plans of an outbox.
    ///
    /// - Parameters:
    ///   - name: The name of the outbox, with which the names of its entries begin. Webservices that share a store have
    ///     outboxes of different names.
    ///   - rule: How it sends.
    public init(named name: String = "outbox", _ rule: OutboxRule = OutboxRule()) {
        // A space ends the name.
        prefix = name.replacing("%", with: "%25").replacing(" ", with: "%20")
        self.rule = rule
    }

    /// The outbox that tries each write once, now, also one whose next attempt another run waits for.
    var once: Outbox {
        var once = self
        (once.rule.retry.limit, once.isWatching) = (0, true)
        return once
    }

    /// The lanes that were used.
    var lanes: EntryQueue { EntryQueue("\(prefix) lanes") { [prefix] in "\(prefix) lanes \($0)" } }

    /// The writes of a lane, by their identifiers.
    func queue(_ lane: String) -> EntryQueue {
        EntryQueue("\(prefix) lane \(lane)") { [prefix] in "\(prefix) \($0) of \(lane)" }
    }

    /// The name of a write's entry.
    func name(of id: String) -> String { "\(prefix) write \(id)" }

    /// The key of the run that sends a lane.
    func runKey(_ lane: String) -> String { "\(prefix) sends \(lane)" }

    /// The name of the permit to send.
    var permit: String { "\(prefix) permit" }

    /// Reads a write; nil if there is none.
    func write(_ id: String) -> Plan<KeptWrite?> {
        let name = name(of: id)
        return Plan<StoreEntry?>.read(name, showing: Self.shown).map { try KeptWrite($0, named: name) }
    }

    /// Changes a write that can be read. The value is the write before.
    func changeWrite(
        _ id: String, at date: Date, _ change: @escaping @Sendable (KeptWrite?) -> KeptWrite?
    ) -> Plan<KeptWrite?> {
        let name = name(of: id)
        return Plan<StoreEntry?>.update(name, showing: Self.shown) { entry in
            guard let write = Self.readable(entry, name) else { return entry }
            let changed = change(write)
            return changed == write ? entry : changed?.entry(at: date)
        }.map { try KeptWrite($0, named: name) }
    }

    /// Returns the write in an entry; nil if it can't be read.
    private static func readable(_ entry: StoreEntry?, _ name: String) -> KeptWrite?? {
        do {
            return .some(try KeptWrite(entry, named: name))
        } catch {
            return nil
        }
    }

    /// Returns an entry as records show it: without the content of the write.
    static func shown(_ entry: StoreEntry) -> StoreEntry {
        StoreEntry(data: Data("\(entry.data.count) bytes".utf8), date: entry.date)
    }
}
