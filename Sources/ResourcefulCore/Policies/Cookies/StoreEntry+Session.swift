// Session cookies end with the program. All other entries can be kept.
extension StoreEntry {
    /// The entry of a cookie jar without session cookies; nil if nothing remains.
    package var lasting: StoreEntry? { filtered { $0.expiry != nil } }

    /// The session cookies in the entry of a cookie jar; nil if there are none.
    package var session: StoreEntry? { filtered { $0.expiry == nil } }

    /// Whether less than a day is between the entry's date and another one.
    package func isOfDay(of other: Date) -> Bool { abs(date.timeIntervalSince(other)) < 86_400 }

    /// Returns a cookie jar with the cookies of two. Of two cookies that are the same, the one in the newer jar stays.
    package static func joined(_ one: StoreEntry?, _ other: StoreEntry?) -> StoreEntry? {
        guard let one, let other else { return one ?? other }
        let (older, newer) = one.date <= other.date ? (one, other) : (other, one)
        let jar = CookieJar(storedBytes: older.data).merging(CookieJar(storedBytes: newer.data))
        return StoreEntry(data: jar.storedBytes, date: newer.date)
    }

    /// Returns the names in a list of entries with cookies.
    package static func names(in list: StoreEntry?) -> [String] { CookieSites.entries(list) }

    /// Returns a list of entries with cookies, and of others that it doesn't have yet; nil if there are none.
    ///
    /// The names in a list don't have the account that the list belongs to.
    package static func list(_ names: [String], adding others: [String] = []) -> StoreEntry? {
        let known = Set(names)
        let all = names + others.filter { !known.contains($0) }
        return all.isEmpty ? nil : CookieSites.kept(all)
    }

    private func filtered(_ isKept: (Cookie) -> Bool) -> StoreEntry? {
        let jar = CookieJar(storedBytes: data).removing { !isKept($0) }
        return jar.isEmpty ? nil : StoreEntry(data: jar.storedBytes, date: date)
    }
}
