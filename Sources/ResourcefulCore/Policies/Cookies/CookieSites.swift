#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A site, as the store knows it: what a host ends with that all hosts share to which one of its cookies could go.
enum CookieSite {
    /// The last two labels of a host; all of an address, and of a name with fewer.
    static func name(of host: String) -> String {
        CookieScope.isAddress(host) ? host : host.split(separator: ".").suffix(2).joined(separator: ".")
    }
}

/// The list of all entries with cookies. A store can't say what is in it, so the list is an entry of its own; it is
/// written before an entry is, and may name one that is empty.
enum CookieSites {
    static let name = "cookies"

    /// How many sites have cookies at the most; the one that was added first goes first.
    static let limit = 3_000

    /// Puts an entry on the list before it is written for the first time, and removes what is too much.
    static func noting(_ entry: String) -> Plan<Void> {
        Plan.read(entry).flatMap { known in
            if known != nil { return Plan.value(()) }
            return Plan.update(name) { list in
                let names = entries(list)
                return names.contains(entry) ? list : kept(names + [entry])
            }.flatMap { list in
                let names = entries(list)
                let isOver = names.count >= limit && !names.contains(entry)
                return isOver ? Plan.write(nil, to: names[0]) : Plan.value(())
            }
        }
    }

    /// Changes the jar of an entry.
    static func changing(
        _ entry: String, at time: Date, _ change: @escaping @Sendable (CookieJar) -> CookieJar
    ) -> Plan<Void> {
        noting(entry).flatMap {
            Plan.update(entry) { entry in
                let jar = change(entry.map { CookieJar(storedBytes: $0.data) } ?? CookieJar())
                return jar.isEmpty ? nil : StoreEntry(data: jar.storedBytes, date: time)
            }
        }.map { _ in () }
    }

    /// All entries on the list.
    static var all: Plan<[String]> { Plan.read(name).map { entries($0) } }

    private static func entries(_ entry: StoreEntry?) -> [String] {
        guard let entry else { return [] }
        return String(decoding: entry.data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func kept(_ names: [String]) -> StoreEntry {
        StoreEntry(
            data: Data(names.suffix(limit).joined(separator: "\n").utf8), date: Date(timeIntervalSinceReferenceDate: 0))
    }
}
