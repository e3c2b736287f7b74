#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// What of an entry outlives a session: all of it, but of cookies those alone that say how long they live.
extension StoreEntry {
    /// What of the entry under a name may be kept after the end of the program; nil for nothing.
    package func lasting(under name: String) -> StoreEntry? {
        guard AccountEntry.own(name).hasPrefix(CookieShelf.prefix) else { return self }
        let jar = CookieJar(storedBytes: data).endingSession()
        return jar.isEmpty ? nil : StoreEntry(data: jar.storedBytes, date: date)
    }

    /// The entry under a name as others have kept it, with what this session knows beside.
    package static func joined(_ kept: StoreEntry?, withSessionOf known: StoreEntry?, under name: String) -> StoreEntry?
    {
        guard AccountEntry.own(name).hasPrefix(CookieShelf.prefix), let known else { return kept }
        let session = CookieJar(storedBytes: known.data).removing { $0.expiry != nil }
        guard !session.isEmpty else { return kept }
        let jar = (kept.map { CookieJar(storedBytes: $0.data) } ?? CookieJar()).merging(session)
        return StoreEntry(data: jar.storedBytes, date: kept?.date ?? known.date)
    }
}
