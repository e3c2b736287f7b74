/// The list of all entries with cookies. A store can't say what is in it, so the list is an entry of its own.
///
/// An entry is on the list before it is written, so that no cookie is ever out of reach, and leaves it when its last
/// cookie is removed. The names of entries that have only session cookies end with the program, as those cookies do.
struct CookieSites: Sendable {
    static let name = "cookies"

    /// How many sites can have cookies. The site that was used least recently is removed first.
    static let limit = 1_000

    /// How many bytes the cookies of one site can take. What was stored first is removed first.
    static let byteLimit = 128 << 10

    /// The names of the entries, in the order of their use.
    private(set) var names: [String]
    /// The names of the entries with cookies that outlive the program.
    private var lasting: Set<String>

    init(_ entry: StoreEntry?) {
        let found: [StoreEntry.Line] = entry?.lines { (String(decoding: $0, as: UTF8.self), $1) } ?? []
        let lasting = Set(found.lazy.filter(\.isLasting).map(\.text))
        // Another program can have written a name that is also among those that this one doesn't write.
        names = found.filter { $0.isLasting || !lasting.contains($0.text) }.map(\.text)
        self.lasting = lasting
    }

    /// The list as an entry; nil if it is empty.
    var entry: StoreEntry? {
        StoreEntry(
            names.suffix(Self.limit).map { ($0, lasting.contains($0)) }, date: Date(timeIntervalSinceReferenceDate: 0))
    }

    /// Whether an entry is among the last quarter of a full list. Then it needn't be put at the end again.
    private func isRecent(_ entry: String) -> Bool { names.suffix(Self.limit / 4).contains(entry) }

    /// Whether the list doesn't change if an entry is used that lasts or doesn't.
    private func hasListed(_ entry: String, lasting isLasting: Bool) -> Bool {
        lasting.contains(entry) == isLasting && isRecent(entry)
    }

    /// Puts an entry at the end of the list, unless it is near it.
    private mutating func use(_ entry: String, lasting isLasting: Bool) {
        if !isRecent(entry) { names = names.filter { $0 != entry } + [entry] }
        if isLasting { lasting.insert(entry) } else { lasting.remove(entry) }
    }

    private mutating func remove(_ entry: String) {
        names.removeAll { $0 == entry }
        lasting.remove(entry)
    }
}

extension CookieSites {
    /// All entries on the list.
    static var all: Plan<[String]> { Plan.read(name, showing: \.self).map { CookieSites($0).names } }

    /// Changes the jar of an entry.
    static func changing(
        _ entry: String, at time: Date, _ change: @escaping @Sendable (CookieJar) -> CookieJar
    ) -> Plan<Void> {
        let changed = { @Sendable (entry: StoreEntry?) -> StoreEntry? in
            let jar = change(entry.map { CookieJar($0) } ?? CookieJar()).fitting(bytes: byteLimit)
            let new = jar.entry(at: time)
            // A date alone is new once a day.
            return entry.flatMap { $0.data == new?.data && $0.isOfDay(of: time) ? $0 : nil } ?? new
        }
        return listing(entry, before: changed).flatMap { isListed in
            Plan.update(entry, showing: CookieJar.shown, changed).flatMap { before in
                Plan.read(entry, showing: CookieJar.shown).flatMap { after in
                    let isSettled = before?.lasts == after?.lasts && after?.lasts == isListed
                    return isSettled ? Plan.value(()) : settling(entry)
                }
            }
        }
    }

    /// Puts an entry on the list before it is changed. The value is whether the list says that the entry lasts.
    private static func listing(
        _ entry: String, before change: @escaping @Sendable (StoreEntry?) -> StoreEntry?
    ) -> Plan<Bool> {
        Plan.read(name, showing: \.self).flatMap { list -> Plan<Bool> in
            let sites = CookieSites(list)
            if sites.hasListed(entry, lasting: true) { return .value(true) }
            return Plan.read(entry, showing: CookieJar.shown).flatMap { found -> Plan<Bool> in
                let isLasting = change(found)?.lasts == true
                if sites.hasListed(entry, lasting: isLasting) { return .value(isLasting) }
                return listing(entry, lasting: isLasting).map { isLasting }
            }
        }
    }

    /// Puts an entry at the end of the list, unless it is near it, and removes the first one if there are too many.
    private static func listing(_ entry: String, lasting isLasting: Bool) -> Plan<Void> {
        Plan.update(name, showing: \.self) { list in
            var sites = CookieSites(list)
            guard !sites.hasListed(entry, lasting: isLasting) else { return list }
            sites.use(entry, lasting: isLasting)
            return sites.entry
        }.flatMap { list in
            let names = CookieSites(list).names
            let isOver = names.count >= limit && !names.contains(entry)
            return isOver ? Plan.write(nil, to: names[0]) : Plan.value(())
        }
    }

    /// Updates the list to say whether an entry exists, and repeats that if another load has changed it meanwhile.
    private static func settling(_ entry: String) -> Plan<Void> {
        Plan.read(entry, showing: CookieJar.shown).flatMap { found in
            let listed = found.map { listing(entry, lasting: $0.lasts) } ?? removing(entry)
            return listed.flatMap { Plan.read(entry, showing: CookieJar.shown) }.flatMap { after in
                after?.lasts == found?.lasts ? Plan.value(()) : settling(entry)
            }
        }
    }

    private static func removing(_ entry: String) -> Plan<Void> {
        Plan.update(name, showing: \.self) { list in
            var sites = CookieSites(list)
            guard sites.names.contains(entry) else { return list }
            sites.remove(entry)
            return sites.entry
        }.map { _ in () }
    }
}
