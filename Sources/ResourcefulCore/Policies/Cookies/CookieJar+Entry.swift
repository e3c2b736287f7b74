extension CookieJar {
    /// Reads the jar in an entry of a store. It skips damaged lines.
    init(_ entry: StoreEntry) { self.init(storedCookies: entry.lines { line, _ in Cookie(storedLine: line) }) }

    /// The jar as an entry of a store, in which session cookies end with the program; nil if it has no cookies.
    func entry(at time: Date) -> StoreEntry? { StoreEntry(storedLines, date: time) }
}
