#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A queue in the store: an entry for each element, which names it, and a header that says where to begin.
///
/// An element is appended under the first number that is free. The header is a hint for that: it may be behind. It is
/// never ahead, since a number is written before the header counts it, and passed by who has read it.
struct EntryQueue: Sendable {
    /// The name of the header.
    let header: String
    /// Returns the name of an element.
    let name: @Sendable (Int) -> String

    init(_ header: String, _ name: @escaping @Sendable (Int) -> String) { (self.header, self.name) = (header, name) }

    /// Where a queue begins and ends.
    struct Header: KeptValue, Equatable {
        static let version = 1
        private(set) var version = Self.version
        /// The first element that is still there, whether it is finished or not.
        var oldest = 0
        /// The first element that isn't finished.
        var first = 0
        /// An element, before which all are there.
        var next = 0
        /// Whether the queue is on a list of queues.
        var isListed = false

        var counts: [Int] { [oldest, first, next] }
    }

    /// Reads the header.
    var head: Plan<Header> {
        let header = header
        return Plan<StoreEntry?>.read(header).map { try Header($0, named: header) ?? Header() }
    }

    /// Reads what is at a number, in its order; nil if the queue ends there. A number whose element was never on the
    /// disk, though later ones are, has none. A walk ends where a damaged header says that a million others follow.
    func elements(_ number: Int) -> Plan<[String]?> {
        found(number).flatMap { found -> Plan<[String]?> in
            guard found == nil else { return .value(found) }
            return head.ifReadable.flatMap { head -> Plan<[String]?> in
                let next = (try? head.get())?.next ?? 0
                // It may have been appended between the two, so it is read again.
                return (1...1 << 20).contains(next - number) ? self.found(number).map { $0 ?? [] } : .value(nil)
            }
        }
    }

    private func found(_ number: Int) -> Plan<[String]?> {
        let name = name(number)
        return Plan<StoreEntry?>.read(name).map { entry in
            guard let entry else { return nil }
            guard let elements = Self.elements(of: entry) else {
                throw OutboxError(.unreadable, "\(name) can't be read: it is damaged, or of a later version")
            }
            return elements
        }
    }

    /// Inserts an element before another one that is at a number. The value is whether that is there.
    func insert(_ element: String, before other: String, at number: Int) -> Plan<Bool> {
        Plan<StoreEntry?>.update(name(number)) { entry in
            guard let entry, var elements = Self.elements(of: entry), elements.contains(other) else { return entry }
            elements.removeAll { $0 == element }
            elements.insert(element, at: elements.firstIndex(of: other) ?? 0)
            return Self.entry(of: elements, at: entry.date)
        }.map { $0.flatMap(Self.elements(of:))?.contains(other) ?? false }
    }

    /// What an entry of elements begins with.
    private static let version = "1 "

    private static func elements(of entry: StoreEntry) -> [String]? {
        guard entry.data.starts(with: version.utf8) else { return nil }
        return try? JSON.Decoder().decode([String].self, from: entry.data.dropFirst(version.utf8.count))
    }

    private static func entry(of elements: [String], at date: Date) -> StoreEntry {
        // An array of strings can be encoded.
        StoreEntry(data: Data(version.utf8) + ((try? JSON.Encoder.sorted.encode(elements)) ?? Data()), date: date)
    }

    /// Appends an element.
    ///
    /// - Parameter isListed: Whether the queue is on a list of queues from now on.
    func append(_ element: String, isListed: Bool = false) -> Plan<Void> {
        head.flatMap { head in place(element, from: max(head.next, head.first), isListed) }
    }

    private func place(_ element: String, from number: Int, _ isListed: Bool) -> Plan<Void> {
        write(element, at: number).flatMap { isWritten -> Plan<Void> in
            guard isWritten else { return place(element, from: number + 1, isListed) }
            // One that can't be kept stays where it is. If the program ends then, the header says that others follow.
            let counted = Plan.lasts(name(number)).flatMap { count(number, isListed: isListed) }
            return counted.flatMap { head in Plan.lasts(header).map { head } }.flatMap { head -> Plan<Void> in
                guard head.first > number else { return .value(()) }
                // Another element had the number, and was removed since. No one reads there anymore.
                return Plan.write(nil, to: name(number)).flatMap {
                    place(element, from: max(head.next, head.first), isListed)
                }
            }
        }
    }

    /// Writes an element under a number. The value is whether the number was free.
    func write(_ element: String, at number: Int) -> Plan<Bool> {
        Plan.now.flatMap { now in
            Plan<StoreEntry?>.update(name(number)) { $0 ?? Self.entry(of: [element], at: now) }
        }.map { $0 == nil }
    }

    /// Counts an element that was written. The value is the header before.
    func count(_ number: Int, isListed: Bool = false) -> Plan<Header> {
        change { head in
            head.next = max(head.next, number + 1)
            head.isListed = head.isListed || isListed
        }
    }

    /// Notes that an element is finished, if it is the first one that wasn't. The value is the header before.
    func pass(_ number: Int) -> Plan<Header> {
        change { head in
            guard head.first == number else { return }
            head.first = number + 1
            head.next = max(head.next, head.first)
        }
    }

    /// Removes the oldest element, which is finished.
    func removeOldest(_ number: Int) -> Plan<Void> {
        // No one appends under a number before the first one.
        Plan.write(nil, to: name(number)).flatMap {
            change { head in if head.oldest == number, number < head.first { head.oldest = number + 1 } }
        }.map { _ in }
    }

    /// Changes the header, unless it can't be read. The value is the header before.
    private func change(_ change: @escaping @Sendable (inout Header) -> Void) -> Plan<Header> {
        let header = header
        return Plan.now.flatMap { now in
            Plan<StoreEntry?>.update(header) { entry in
                guard var head = try? Header(entry, named: header) ?? Header() else { return entry }
                let before = head
                change(&head)
                return head == before ? entry : head.entry(at: now)
            }
        }.map { try Header($0, named: header) ?? Header() }
    }
}

extension Plan where Value == Void {
    /// Fails if an entry that was written ends with the program. A store that can't write says so when it is read.
    static func lasts(_ name: String, showing shown: @escaping @Sendable (StoreEntry) -> StoreEntry = \.self) -> Plan {
        Plan<StoreEntry?>.read(name, showing: shown).map { entry in
            guard entry?.lastingByteCount == 0 else { return }
            throw OutboxError(.notKept, "the store can't keep the write: its disk is full, or it can't be written")
        }
    }
}

extension Plan {
    /// The value, or the reason why an entry can't be read.
    var ifReadable: Plan<Result<Value, OutboxError>> {
        continuing { outcome -> Plan<Result<Value, OutboxError>> in
            switch outcome {
            case .success(let value): return .outcome(.success(.success(value)))
            case .failure(let error as OutboxError) where error.kind == .unreadable:
                return .outcome(.success(.failure(error)))
            case .failure(let error): return .failure(error)
            }
        }
    }
}
