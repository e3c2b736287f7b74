import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An entry of a cache as it is on the server: a mark that is new with each change (8 bytes), the time when its latest
/// response was received (8 bytes), and the entry.
struct SharedEntry {
    let bytes: [UInt8]

    /// Takes an entry from the server; nil if there is none.
    init?(_ bytes: [UInt8]) {
        guard bytes.count > 16 else { return nil }
        self.bytes = bytes
    }

    /// Makes an entry for the server.
    init(_ entry: CacheEntry, for key: CacheKey) {
        let mark = withUnsafeBytes(of: UInt64.random(in: .min ... .max)) { Array($0) }
        bytes = mark + entry.received.bytes + entry.data(for: key)
    }

    /// Returns the entry; nil if it is damaged, or of another version.
    func entry(for key: CacheKey) -> CacheEntry? { CacheEntry(Data(bytes.dropFirst(16)), for: key) }
}
