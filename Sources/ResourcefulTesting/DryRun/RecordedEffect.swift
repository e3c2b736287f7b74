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
        /// A number; nil for one that secrets are made of.
        case number(UInt64?)
        case question(String, error: String?, isCanceled: Bool)
        case read(String, Content<StoreEntry>)
        case update(String, Content<StoreEntry>)
        case lookup(String, Content<CacheEntry>)
        case count(Int)
        case permit(String, hasPermit: Bool)
        /// The end of a shared run, by its number, and whether the branch began it; nil if the branch was canceled
        /// before.
        case run(String, Int?, isFirst: Bool)
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
        case .run(let key, _, _), .runAlone(let key): .run(key)
        case .exchange, .end, .note: nil
        }
    }

    /// Whether it was canceled before it was complete.
    var isCanceled: Bool {
        switch kind {
        case .exchange(_, _, let isCanceled), .question(_, _, let isCanceled): isCanceled
        case .wait(_, let isOver): !isOver
        case .permit(_, let hasPermit): !hasPermit
        case .run(_, let run, _): run == nil
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
