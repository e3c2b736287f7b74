#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A write as it is kept, from its submission until its answer isn't needed anymore.
struct KeptWrite: Codable, Equatable, Sendable {
    /// What has become of a write.
    enum State: String, Codable, Sendable {
        case waiting, sending, done, refused
    }

    /// The version of the format. A program reads its own and earlier ones.
    static let version = 1
    static var keyField: HeaderFields.Name { "Idempotency-Key" }

    private(set) var version = Self.version
    let id: String
    let lane: String
    /// The idempotency key, drawn once.
    let key: String
    /// The request; nil once it is answered.
    private(set) var request: KeptRequest?
    /// What it changes on the screen.
    let change: KeptChange?
    let submitted: Date
    private(set) var state = State.waiting
    /// The number of times that sending began.
    private(set) var attempts = 0
    /// Why it waits after an attempt, or was refused.
    private(set) var reason: String?
    private(set) var answer: KeptAnswer?
    private(set) var answered: Date?
    /// Who sends it, and the date from which on others may.
    private var holder: UInt64?
    private(set) var deadline: Date?

    init(id: String, lane: String, key: String, request: KeptRequest, change: KeptChange?, submitted: Date) {
        (self.id, self.lane, self.key, self.request, self.submitted) = (id, lane, key, request, submitted)
        self.change = change
    }

    /// What tells it apart from a later write of the same identifier.
    var mark: String { "\(key) \(id)" }

    /// Whether it can be sent at a date.
    func canBeSent(at date: Date) -> Bool {
        switch state {
        case .waiting: true
        case .sending: deadline.map { $0 <= date } ?? true
        case .done, .refused: false
        }
    }

    /// Returns the write while someone sends it.
    func claimed(by holder: UInt64, until deadline: Date) -> KeptWrite {
        var write = self
        (write.state, write.holder, write.deadline) = (.sending, holder, deadline)
        write.attempts += 1
        return write
    }

    /// Returns the write after an attempt; unchanged if another has taken it over.
    func settled(_ settlement: Settlement, by holder: UInt64, at date: Date) -> KeptWrite {
        guard state == .sending, self.holder == holder else { return self }
        var write = self
        (write.state, write.reason) = (settlement.state, settlement.reason)
        (write.holder, write.deadline) = (nil, nil)
        write.answer = settlement.answer.map(KeptAnswer.init)
        // What is done needs its request no more. What is refused can be sent again.
        if write.state == .done { (write.request, write.answered) = (nil, date) }
        return write
    }

    /// Returns a refused write as one that waits.
    func again() -> KeptWrite {
        guard state == .refused else { return self }
        var write = self
        (write.state, write.reason, write.answer) = (.waiting, nil, nil)
        return write
    }
}

/// What a write changes on the screen, as it is kept: the name of its kind, and its content as JSON.
struct KeptChange: Codable, Equatable, Sendable {
    let name: String
    let content: Data

    init(_ change: some Encodable) throws {
        (name, content) = ("\(type(of: change))", try JSON.Encoder.sorted.encode(change))
    }
}

/// What an attempt has led to.
struct Settlement: Sendable {
    var state: KeptWrite.State
    var reason: String?
    var answer: Response?
}

/// An entry with a version.
protocol KeptValue: Codable, Sendable {
    static var version: Int { get }
    /// Its numbers, which count something.
    var counts: [Int] { get }
}

extension KeptWrite: KeptValue {
    var counts: [Int] { [attempts] }
}

extension KeptValue {
    /// Reads an entry; nil if there is none.
    ///
    /// - Throws: ``OutboxError`` if it is damaged, or a later version has written it.
    init?(_ entry: StoreEntry?, named name: String) throws(OutboxError) {
        guard let entry else { return nil }
        do {
            let json = try JSON(parsing: entry.data)
            let version = try json["version"].int
            guard version <= Self.version else {
                throw OutboxError(
                    .unreadable, "\(name) has the version \(version), and this program reads \(Self.version)")
            }
            self = try json.decode(Self.self)
            // A damaged count mustn't overflow.
            guard counts.allSatisfy((0...1 << 53).contains) else {
                throw OutboxError(.unreadable, "\(name) can't be read: a number in it is out of range")
            }
        } catch let error as OutboxError {
            throw error
        } catch {
            throw OutboxError(.unreadable, "\(name) can't be read: it is damaged")
        }
    }

    /// Returns the entry to keep.
    func entry(at date: Date) -> StoreEntry {
        // Nothing in it is a number that JSON lacks.
        StoreEntry(data: (try? JSON.Encoder.sorted.encode(self)) ?? Data(), date: date)
    }
}
