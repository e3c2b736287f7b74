extension CookieJar {
    /// Reads the jar in an entry of a store. It skips damaged lines.
    init(_ entry: StoreEntry) { self.init(storedCookies: entry.lines { line, _ in Cookie(storedLine: line) }) }

    /// Returns the entry of a jar with a mark instead of each value.
    @Sendable static func shown(_ entry: StoreEntry) -> StoreEntry {
        let lines = entry.data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            let start = line.lastIndex(of: UInt8(ascii: "\t")).map { line.index(after: $0) } ?? line.startIndex
            return line.isEmpty ? Data() : Data(line[..<start]) + Data(Redaction.mark.utf8)
        }
        return StoreEntry(data: Data(lines.joined(separator: [UInt8(ascii: "\n")])), date: entry.date)
    }

    /// The jar as an entry of a store, in which session cookies end with the program; nil if it has no cookies.
    func entry(at time: Date) -> StoreEntry? { StoreEntry(storedLines, date: time) }
}
