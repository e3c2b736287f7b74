import ResourcefulDisk
package import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An entry of a cache as it is on the server: a mark that is new with each change (8 bytes), the time when its latest
/// response was received (8 bytes), and the entry.
package struct SharedEntry: Sendable {
    package let bytes: [UInt8]

    /// Takes an entry from the server; nil if there is none.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count > 16 else { return nil }
        self.bytes = bytes
    }

    /// Makes an entry for the server.
    package init(_ entry: CacheEntry, for key: CacheKey) {
        let mark = withUnsafeBytes(of: UInt64.random(in: .min ... .max)) { Array($0) }
        bytes = mark + entry.received.bytes + entry.data(for: key)
    }

    /// What tells it from the entry before it.
    package var mark: ArraySlice<UInt8> { bytes.prefix(8) }

    /// Returns the entry; nil if it is damaged, or of another version.
    package func entry(for key: CacheKey) -> CacheEntry? { CacheEntry(Data(bytes.dropFirst(16)), for: key) }
}
