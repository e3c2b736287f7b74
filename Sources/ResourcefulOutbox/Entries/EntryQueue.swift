#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A queue in the store: an entry for each element, which names it, and a header that says where to begin.
///
/// An element is appended under the first number that is free, so a crash leaves no hole. The header is a hint for
/// that: it may be behind. It is never ahead, since a number is written before the header counts it, and passed by who
/// has read it.
struct EntryQueue: Sendable {
    /// The name of the header.
    let header: String
    /// Returns the name of an element.
    private let name: @Sendable (Int) -> String

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

    /// Reads the element with a number; nil if there is none.
    func element(_ number: Int) -> Plan<String?> {
        Plan<StoreEntry?>.read(name(number)).map { entry in entry.map { String(decoding: $0.data, as: UTF8.self) } }
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
            return count(number, isListed: isListed).flatMap { head -> Plan<Void> in
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
            Plan<StoreEntry?>.update(name(number)) { $0 ?? StoreEntry(data: Data(element.utf8), date: now) }
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

/// Elements that a plan collects one by one. Adding one copies few of them, however many there are.
struct Collected<Element: Sendable>: Sendable {
    private var full: [[Element]] = []
    private var last: [Element] = []

    var elements: [Element] { full.flatMap { $0 } + last }

    func adding(_ element: Element) -> Collected {
        var collected = self
        collected.last.append(element)
        if collected.last.count == 256 {
            collected.full.append(collected.last)
            collected.last = []
        }
        return collected
    }
}
