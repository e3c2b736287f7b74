import ResourcefulDisk
package import ResourcefulLoading

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// An entry of a cache as it is on the server: a mark that is new with each change (8 bytes), the time when its latest
/// response was received (8 bytes), the length of the key (4 bytes), the key, and the entry.
package struct SharedEntry: Sendable {
    package let bytes: [UInt8]

    /// Takes an entry from the server; nil if there is none.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count > 20 else { return nil }
        self.bytes = bytes
    }

    /// Makes an entry for the server.
    package init(_ entry: CacheEntry, for key: CacheKey) {
        let mark = withUnsafeBytes(of: UInt64.random(in: .min ... .max)) { Array($0) }
        let line = Array(key.line.utf8)
        let length = withUnsafeBytes(of: UInt32(line.count).littleEndian) { Array($0) }
        bytes = mark + entry.received.bytes + length + line + entry.data(for: key)
    }

    /// What tells it from the entry before it.
    package var mark: ArraySlice<UInt8> { bytes.prefix(8) }

    /// Returns the entry; nil if it is damaged, of another key, or of another version.
    package func entry(for key: CacheKey) -> CacheEntry? {
        guard let head = Head(bytes), head.key == key else { return nil }
        return CacheEntry(Data(bytes.dropFirst(head.length)), for: key)
    }

    /// What a selection compares.
    package struct Head {
        package let key: CacheKey
        package let received: Date
        let length: Int

        /// Reads it from the beginning of an entry; nil if the entry is damaged or the beginning is too short.
        package init?(_ bytes: some Collection<UInt8>) {
            let head = Array(bytes.prefix(20))
            guard head.count == 20, let received = Date(bytes: head[8..<16]) else { return nil }
            let count = Int(head[16..<20].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
            let line = Array(bytes.dropFirst(20).prefix(count))
            guard line.count == count, let key = CacheKey(line: line[...]) else { return nil }
            (self.key, self.received, length) = (key, received, 20 + count)
        }

        /// So much of an entry is read first, to know what it is of.
        package static var usualLength: Int { 1_024 }
    }
}
