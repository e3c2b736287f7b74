#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Session cookies end with the program. All other entries can be kept.
extension StoreEntry {
    /// The entry without session cookies; nil if nothing remains.
    package func lasting(under name: String) -> StoreEntry? {
        guard AccountEntry.own(name).hasPrefix(CookieShelf.prefix) else { return self }
        let jar = CookieJar(storedBytes: data).endingSession()
        return jar.isEmpty ? nil : StoreEntry(data: jar.storedBytes, date: date)
    }

    /// A kept entry, together with the session cookies of the one in memory.
    package static func joined(_ kept: StoreEntry?, withSessionOf known: StoreEntry?, under name: String) -> StoreEntry?
    {
        guard AccountEntry.own(name).hasPrefix(CookieShelf.prefix), let known else { return kept }
        let session = CookieJar(storedBytes: known.data).removing { $0.expiry != nil }
        guard !session.isEmpty else { return kept }
        let jar = (kept.map { CookieJar(storedBytes: $0.data) } ?? CookieJar()).merging(session)
        return StoreEntry(data: jar.storedBytes, date: kept?.date ?? known.date)
    }
}
