/// The file format of an entry. Numbers are little-endian; a text is its length in four bytes and its UTF-8; a time is
/// seconds since 2001 as a Double.
///
///     magic (8), version (4), flags (4), checksum over all but itself (8),
///     received (8), invalidated (8, if flagged), url and qualifier of the key,
///     number of responses (4), and for each of them
///     method, selecting fields, status (4), url or an empty text, fields, requested (8), received (8), body
///
/// Fields are their number (4), and for each a name and a value. A body is its length (8) and its bytes. The time and
/// the key come first, so entries can be selected by reading the beginning of their files.
enum EntryFormat {
    static let magic = UInt64(littleEndian: 0x6568_6361_4365_5352)  // "RSeCache"
    static let version: UInt32 = 1
    /// The flag of an entry that was invalidated.
    static let invalidated: UInt32 = 1
    /// The offset of the content after the checksum.
    static let start = 24

    /// Returns an entry as bytes.
    static func encoded(_ entry: CacheEntry, key: CacheKey) -> [UInt8] {
        let flags = entry.invalidated == nil ? 0 : invalidated
        var writer = EntryWriter(capacity: entry.size + key.url.utf8.count)
        writer.append(magic)
        writer.append(version)
        writer.append(flags)
        writer.append(UInt64(0))
        writer.append(entry.received)
        if let invalidated = entry.invalidated { writer.append(invalidated) }
        writer.append(key.url)
        writer.append(key.qualifier)
        writer.append(UInt32(clamping: entry.responses.count))
        for stored in entry.responses { writer.append(stored) }
        let sum = writer.bytes.withUnsafeBytes { bytes in
            Checksum.sum(of: UnsafeRawBufferPointer(rebasing: bytes[start...]), after: magic, word(version, flags))
        }
        writer.replace(at: start - 8, by: sum)
        return writer.bytes
    }

    /// Returns the entry in a file.
    ///
    /// - Throws: ``Damage`` unless every byte is as it was written, and the file has the requested key.
    static func decoded(_ file: FileBytes, key: CacheKey) throws(Damage) -> CacheEntry {
        let flags = try intact(file.bytes)
        var reader = EntryReader(file, at: start)
        _ = try reader.date()
        let invalidated = flags & invalidated == 0 ? nil : try reader.date()
        guard try reader.isNext(key.url), try reader.isNext(key.qualifier) else { throw Damage() }
        let count = try reader.count(ofAtLeast: 40)
        var entry = CacheEntry(invalidated: invalidated)
        entry.responses.reserveCapacity(count)
        for _ in 0..<count { entry.responses.append(try reader.response()) }
        guard reader.isAtEnd else { throw Damage() }
        return entry
    }

    /// Returns the entry's head from the beginning of a file, without checking its checksum.
    static func head(_ file: FileBytes) throws(Damage) -> EntryHead {
        let flags = try flags(file.bytes)
        var reader = EntryReader(file, at: start)
        let received = try reader.date()
        let invalidated = flags & invalidated == 0 ? nil : try reader.date()
        let key = CacheKey(url: try reader.text(), qualifier: try reader.text())
        return EntryHead(key: key, received: received, invalidated: invalidated)
    }

    private static func flags(_ bytes: UnsafeRawBufferPointer) throws(Damage) -> UInt32 {
        guard bytes.count >= start, UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self)) == magic,
            UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) == version
        else { throw Damage() }
        return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    }

    /// Returns the flags if the checksum is right.
    private static func intact(_ bytes: UnsafeRawBufferPointer) throws(Damage) -> UInt32 {
        let flags = try flags(bytes)
        let sum = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start - 8, as: UInt64.self))
        let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
        guard sum == Checksum.sum(of: rest, after: magic, word(version, flags)), flags <= invalidated else {
            throw Damage()
        }
        return flags
    }

    private static func word(_ version: UInt32, _ flags: UInt32) -> UInt64 { UInt64(flags) << 32 | UInt64(version) }
}

/// Bytes that are not, or no longer, an entry.
struct Damage: Error {}

/// The head of an entry, from the beginning of its file.
struct EntryHead {
    let key: CacheKey
    let received: Date
    let invalidated: Date?
}
