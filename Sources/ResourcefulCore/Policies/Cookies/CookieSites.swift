/// The list of all entries with cookies. A store can't say what is in it, so the list is an entry of its own.
///
/// An entry is on the list before it is written, so that no cookie is ever out of reach, and leaves it when its last
/// cookie is removed.
enum CookieSites {
    static let name = "cookies"

    /// How many sites can have cookies. The site that was used least recently is removed first.
    static let limit = 1_000

    /// How many bytes the cookies of one site can take. What was stored first is removed first.
    static let byteLimit = 128 << 10

    /// Changes the jar of an entry.
    static func changing(
        _ entry: String, at time: Date, _ change: @escaping @Sendable (CookieJar) -> CookieJar
    ) -> Plan<Void> {
        Plan.read(name).flatMap { list in
            (isRecent(entry, in: entries(list)) ? Plan.value(()) : listing(entry)).flatMap {
                Plan.update(entry) { entry in
                    let jar = change(entry.map { CookieJar(storedBytes: $0.data) } ?? CookieJar())
                    return jar.isEmpty ? nil : StoreEntry(data: jar.fitting(bytes: byteLimit).storedBytes, date: time)
                }
            }
        }.flatMap { before in
            Plan.read(entry).flatMap { after in
                (before == nil) == (after == nil) && after != nil ? Plan.value(()) : settling(entry)
            }
        }
    }

    /// All entries on the list.
    static var all: Plan<[String]> { Plan.read(name).map { entries($0) } }

    /// Whether an entry is among the last quarter of a full list. Then it needn't be put at the end again.
    private static func isRecent(_ entry: String, in names: [String]) -> Bool {
        names.suffix(limit / 4).contains(entry)
    }

    /// Puts an entry at the end of the list, unless it is near it, and removes the first one if there are too many.
    private static func listing(_ entry: String) -> Plan<Void> {
        Plan.update(name) { list in
            let names = entries(list)
            return isRecent(entry, in: names) ? list : kept(names.filter { $0 != entry } + [entry])
        }.flatMap { list in
            let names = entries(list)
            let isOver = names.count >= limit && !names.contains(entry)
            return isOver ? Plan.write(nil, to: names[0]) : Plan.value(())
        }
    }

    /// Updates the list to say whether an entry exists, and repeats that if another load has changed it meanwhile.
    private static func settling(_ entry: String) -> Plan<Void> {
        Plan.read(entry).flatMap { found in
            let isThere = found != nil
            let listed =
                isThere
                ? listing(entry)
                : Plan.update(name) { list in
                    let names = entries(list)
                    let others = names.filter { $0 != entry }
                    return others.count == names.count ? list : others.isEmpty ? nil : kept(others)
                }.map { _ in () }
            return listed.flatMap { Plan.read(entry) }.flatMap { after in
                (after != nil) == isThere ? Plan.value(()) : settling(entry)
            }
        }
    }

    static func entries(_ entry: StoreEntry?) -> [String] {
        guard let entry else { return [] }
        return String(decoding: entry.data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    static func kept(_ names: [String]) -> StoreEntry {
        StoreEntry(
            data: Data(names.suffix(limit).joined(separator: "\n").utf8), date: Date(timeIntervalSinceReferenceDate: 0))
    }
}
