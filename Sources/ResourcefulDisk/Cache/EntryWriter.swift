/// Builds the bytes of an entry.
struct EntryWriter {
    private(set) var bytes: [UInt8] = []

    /// Creates a writer without bytes, and reserves a capacity.
    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    /// Appends a number.
    mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    /// Appends a time.
    mutating func append(_ date: Date) { append(date.timeIntervalSinceReferenceDate.bitPattern) }

    /// Appends a text.
    mutating func append(_ text: String) {
        append(UInt32(clamping: text.utf8.count))
        bytes += text.utf8
    }

    /// Appends fields.
    mutating func append(_ fields: HeaderFields) {
        append(UInt32(clamping: fields.count))
        for field in fields {
            append(field.name.rawName)
            append(field.value)
        }
    }

    /// Appends a response.
    mutating func append(_ stored: StoredResponse) {
        append(stored.method.rawValue)
        append(stored.selecting)
        append(UInt32(clamping: stored.response.status.code))
        append(stored.response.url?.absoluteString ?? "")
        append(stored.response.headerFields)
        append(stored.requested)
        append(stored.received)
        append(UInt64(stored.response.body.count))
        stored.response.body.withUnsafeBytes { bytes += $0 }
    }

    /// Replaces the bytes at an offset with a number.
    mutating func replace(at place: Int, by number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { bytes.replaceSubrange(place..<place + 8, with: $0) }
    }
}
