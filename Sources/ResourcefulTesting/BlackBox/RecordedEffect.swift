import ResourcefulCore
import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An effect in the record of a black box.
struct RecordedEffect {
    /// When it was complete, from the beginning of the load on; negative for a shared run that had begun earlier.
    let time: Duration
    /// The number of the branch.
    let branch: Int
    let kind: Kind

    enum Kind {
        /// An exchange, by its number in the recording.
        case exchange(Int, way: Way, isCanceled: Bool)
        case wait(Duration, isOver: Bool)
        case time(Date)
        case number(UInt64)
        case question(String, error: String?, isCanceled: Bool)
        case read(String, Content<StoreEntry>)
        case update(String, Content<StoreEntry>)
        case lookup(String, Content<CacheEntry>)
        case count(Int)
        case permit(String, hasPermit: Bool)
        /// The end of a shared run, by its number; nil if the load was canceled before.
        case run(String, Int?)
        /// The decision to carry out the plan of a shared run alone.
        case runAlone(String)
        case end(branch: Int)
        case note
    }

    enum Way: String { case sent, joined, memory }

    /// An entry, or the size of one that isn't in the record.
    enum Content<Entry> {
        case entry(Entry?)
        case size(Int)
    }

    /// What identifies an effect in its branch, apart from its place.
    enum Key: Hashable {
        case wait(Duration), time, number, question(String), read(String), update(String), lookup(String), count
        case permit(String), run(String)
    }

    /// The key; nil for an exchange, which is compared, and for what nothing asks for.
    var key: Key? {
        switch kind {
        case .wait(let duration, _): .wait(duration)
        case .time: .time
        case .number: .number
        case .question(let name, _, _): .question(name)
        case .read(let name, _): .read(name)
        case .update(let name, _): .update(name)
        case .lookup(let url, _): .lookup(url)
        case .count: .count
        case .permit(let gate, _): .permit(gate)
        case .run(let key, _), .runAlone(let key): .run(key)
        case .exchange, .end, .note: nil
        }
    }

    /// Whether it was canceled before it was complete.
    var isCanceled: Bool {
        switch kind {
        case .exchange(_, _, let isCanceled), .question(_, _, let isCanceled): isCanceled
        case .wait(_, let isOver): !isOver
        case .permit(_, let hasPermit): !hasPermit
        case .run(_, let run): run == nil
        default: false
        }
    }
}

extension RecordedEffect.Key: CustomStringConvertible {
    var description: String {
        switch self {
        case .wait(let duration): "wait \(duration.inWords)"
        case .time: "the time"
        case .number: "a random number"
        case .question(let name): "the question \(name)"
        case .read(let name): "read \(name)"
        case .update(let name): "update \(name)"
        case .lookup(let url): "look \(url) up in the cache"
        case .count: "count what is under way"
        case .permit(let gate): "a permit, \(gate)"
        case .run(let key): "the shared run \(key)"
        }
    }
}

extension RecordedEffect {
    /// Reads an effect.
    ///
    /// - Throws: `ParseFailure` or ``UnreadableRecord``.
    init(_ json: JSON, in record: RecordedLoad) throws {
        time = .nanoseconds(try json.at.int64)
        branch = try Self.index(json["in"], below: record.branches.count)
        kind =
            switch try json.kind.string {
            case "exchange":
                .exchange(
                    try Self.index(json.entry, below: record.recording.exchanges.count),
                    way: json.way.stringIfThere.flatMap(Way.init) ?? .sent, isCanceled: Self.isTrue(json.isCanceled))
            case "wait": .wait(.nanoseconds(try json.duration.int64), isOver: try json.isOver.bool)
            case "time": .time(try Self.date(json.date))
            case "number": .number(try Self.number(json.number))
            case "question":
                .question(
                    try json.name.string, error: json.error.stringIfThere, isCanceled: Self.isTrue(json.isCanceled))
            case "read": .read(try json.name.string, try Self.stored(json))
            case "update": .update(try json.name.string, try Self.stored(json))
            case "lookup": .lookup(try json.url.string, try record.cached(json))
            case "count": .count(try json.count.int)
            case "permit": .permit(try json.gate.string, hasPermit: try json.hasPermit.bool)
            case "run" where Self.isTrue(json.isAlone): .runAlone(try json.key.string)
            case "run":
                .run(
                    try json.key.string,
                    json.run.isNull ? nil : try Self.index(json.run, below: record.runs.count))
            case "end": .end(branch: try Self.index(json.branch, below: record.branches.count))
            case "note": .note
            case let kind: throw UnreadableRecord("the record has an effect of an unknown kind: \(kind.prefix(40))")
            }
    }

    static func index(_ json: JSON, below count: Int) throws -> Int {
        let index = try json.int
        guard (0..<count).contains(index) else {
            throw UnreadableRecord("the record refers to number \(index) of \(count) at \(json.path)")
        }
        return index
    }

    static func date(_ json: JSON) throws -> Date {
        let seconds = try json.double
        guard seconds.magnitude < 1e12 else { throw UnreadableRecord("the record has no date at \(json.path)") }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }

    private static func number(_ json: JSON) throws -> UInt64 {
        guard let number = UInt64(try json.string) else {
            throw UnreadableRecord("the record has no number of 64 bits at \(json.path)")
        }
        return number
    }

    private static func isTrue(_ json: JSON) -> Bool { (try? json.bool) == true }

    private static func stored(_ json: JSON) throws -> Content<StoreEntry> {
        if json.size.exists { return .size(try json.size.int) }
        guard json.date.exists else { return .entry(nil) }
        let data: Data?
        if let text = json.text.stringIfThere {
            data = Data(text.utf8)
        } else {
            data = Data(base64Encoded: try json.base64.string)
        }
        guard let data else { throw UnreadableRecord("the record has no Base64 at \(json.path)") }
        return .entry(StoreEntry(data: data, date: try date(json.date)))
    }
}
