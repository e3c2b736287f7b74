/// The format of a file of entries: a line with the format's name; for each entry a line with the lengths of its name
/// and of its data and its date, then both; and the checksum of everything before.
enum EntryList {
    private static let firstLine = "resourceful entries 2\n"
    /// The longest file that is read, in bytes.
    static let limit = 64 << 20

    /// The largest number of bytes that an entry takes in a file.
    static func size(of entry: (key: String, value: StoreEntry)) -> Int {
        entry.key.utf8.count + entry.value.data.count + 64
    }

    /// Encodes entries, sorted by their names.
    static func encoded(_ entries: [String: StoreEntry]) -> [UInt8] {
        var bytes = Array(firstLine.utf8)
        for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
            let seconds = entry.date.timeIntervalSinceReferenceDate
            let date = (seconds.isFinite ? seconds : 0).bitPattern
            bytes += "\(name.utf8.count) \(entry.data.count) \(date)\n".utf8
            bytes += name.utf8
            bytes += entry.data
        }
        return bytes + sum(of: bytes)
    }

    /// Decodes a file; nil if it is damaged.
    static func decoded(_ bytes: [UInt8]) -> [String: StoreEntry]? {
        guard bytes.count >= firstLine.utf8.count + 8, bytes.starts(with: firstLine.utf8) else { return nil }
        let content = bytes.dropLast(8)
        guard sum(of: content).elementsEqual(bytes.suffix(8)) else { return nil }
        var rest = content.dropFirst(firstLine.utf8.count)
        var entries: [String: StoreEntry] = [:]
        while !rest.isEmpty {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            let numbers = rest[..<end].split(separator: UInt8(ascii: " ")).map {
                UInt64(String(decoding: $0, as: UTF8.self))
            }
            rest = rest[(end + 1)...]
            guard numbers.count == 3, let nameCount = numbers[0].flatMap({ Int(exactly: $0) }),
                let count = numbers[1].flatMap({ Int(exactly: $0) }), let date = numbers[2],
                nameCount <= rest.count, count <= rest.count - nameCount
            else { return nil }
            let moment = Double(bitPattern: date)
            guard moment.isFinite else { return nil }
            let name = String(decoding: rest.prefix(nameCount), as: UTF8.self)
            let data = Data(rest.dropFirst(nameCount).prefix(count))
            entries[name] = StoreEntry(data: data, date: Date(timeIntervalSinceReferenceDate: moment))
            rest = rest.dropFirst(nameCount + count)
        }
        return entries
    }

    private static func sum(of bytes: some Collection<UInt8>) -> [UInt8] {
        let sum = Array(bytes).withUnsafeBytes { Checksum.sum(of: $0, after: 2, UInt64(bytes.count)) }
        return withUnsafeBytes(of: sum.littleEndian, Array.init)
    }
}
