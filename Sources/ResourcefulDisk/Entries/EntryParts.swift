/// The part of an entry that outlives the program, and the rest.
struct EntryParts: Sendable {
    var lasting: StoreEntry?
    var rest: StoreEntry?

    init(lasting: StoreEntry?, rest: StoreEntry?) { (self.lasting, self.rest) = (lasting, rest) }

    init(_ entry: StoreEntry?) {
        guard let entry else { return }
        guard let lastingByteCount = entry.lastingByteCount else {
            lasting = entry
            return
        }
        let count = min(max(0, lastingByteCount), entry.data.count)
        if count > 0 { lasting = StoreEntry(data: Data(entry.data.prefix(count)), date: entry.date) }
        if count < entry.data.count || count == 0 {
            rest = StoreEntry(data: Data(entry.data.dropFirst(count)), date: entry.date)
        }
    }

    /// The whole entry.
    var entry: StoreEntry? {
        guard let rest else { return lasting }
        let data = lasting?.data ?? Data()
        return StoreEntry(
            data: data + rest.data, date: max(rest.date, lasting?.date ?? rest.date), lastingByteCount: data.count)
    }

    /// Whether the lasting part differs from what is kept. If only the date is new, and there are other bytes, it
    /// doesn't.
    func isNew(beside kept: StoreEntry?) -> Bool {
        kept?.data != lasting?.data || rest == nil && kept?.date != lasting?.date
    }
}

/// A change that couldn't be written yet.
struct PendingChange: Equatable, Sendable {
    /// What was kept when it was made. If that is another entry now, another process was faster, and the change is
    /// forgotten.
    let base: StoreEntry?
    /// What the file will have; nil if the change removes the entry.
    let entry: StoreEntry?

    /// Whether it changes nothing.
    var isNone: Bool { base == entry }

    init(from base: StoreEntry?, to entry: StoreEntry?) { (self.base, self.entry) = (base, entry) }
}

extension StoreEntry {
    /// The entry, of which no byte outlives the program.
    var unkept: StoreEntry { StoreEntry(data: data, date: date, lastingByteCount: 0) }
}
