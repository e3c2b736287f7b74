import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How entries are written: eight bytes for the date, and then the data, so never empty; encrypted if there is a key.
struct EntryFormat: Sendable {
    let cipher: EntryCipher?

    func bytes(of entry: StoreEntry) throws -> [UInt8] {
        let plain = entry.date.bytes + entry.data
        guard let cipher else { return plain }
        return Array(try cipher.seal(Data(plain)))
    }

    /// Returns an entry; nil if the bytes are no entry.
    func entry(_ bytes: [UInt8]) -> StoreEntry? {
        guard let cipher else { return Self.entry(bytes) }
        return (try? cipher.open(Data(bytes))).flatMap { Self.entry(Array($0)) }
    }

    private static func entry(_ bytes: [UInt8]) -> StoreEntry? {
        Date(bytes: bytes.prefix(8)).map { StoreEntry(data: Data(bytes.dropFirst(8)), date: $0) }
    }
}
