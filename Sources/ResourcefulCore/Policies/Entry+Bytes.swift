extension StoreEntry {
    /// Creates an entry for a few bytes that a policy remembers. Its date has no meaning unless it is given.
    init(bytes: [UInt8] = [], date: Date = Date(timeIntervalSinceReferenceDate: 0)) {
        self.init(data: Data(bytes), date: date)
    }
}
