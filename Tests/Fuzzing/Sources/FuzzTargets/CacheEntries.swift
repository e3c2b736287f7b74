import ResourcefulTesting

@testable import ResourcefulCore
@testable import ResourcefulDisk
@testable import ResourcefulLoading

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FuzzTarget {
    /// Files of a cache: whatever is in them, there is an entry or none, and an entry is read as it was written.
    static let cacheEntries = FuzzTarget("CacheEntries") { bytes throws(Violation) in
        try checkEntry(bytes)
        // With a right beginning and checksum, so that what is behind them is reached.
        try checkEntry(mended(bytes))
        try checkState(bytes)
    }

    private static func checkEntry(_ bytes: [UInt8]) throws(Violation) {
        guard let head = try? EntryFormat.head(FileBytes(bytes)),
            let entry = try? EntryFormat.decoded(FileBytes(bytes), key: head.key)
        else { return }
        // The file's own time of the entry is not looked at when it is read.
        let written = EntryFormat.encoded(entry, key: head.key)
        let again = try succeeding("what was written is damaged") {
            try EntryFormat.decoded(FileBytes(written), key: head.key)
        }
        try require(again, equals: entry, "written and read, it is another entry")
        try require(
            EntryFormat.encoded(again, key: head.key), equals: written, "written again, it is another file")
        try require(entry.responses.reduce(0) { $0 + $1.response.body.count } <= bytes.count, "bodies from nowhere")
        checkUses(of: entry, head.key)
    }

    /// Whatever is asked for, and whenever, an entry can be used or not.
    private static func checkUses(of entry: CacheEntry, _ key: CacheKey) {
        guard let url = URL(string: key.url) else { return }
        let request = Request(url: url).header("Cache-Control", "max-stale=60")
        for now in [Date(timeIntervalSince1970: 1_800_000_000), .distantPast, .distantFuture] {
            for request in [request, Request(url: url).header("Range", "bytes=1-2")] {
                _ = CacheDecision(for: request, stored: entry, at: now)
                _ = CacheDecision.servingAfterFailure(of: request, stored: entry, at: now, response: nil)
            }
        }
        _ = (entry.received, entry.size)
    }

    /// The state of a folder: the file that its writers share.
    private static func checkState(_ bytes: [UInt8]) throws(Violation) {
        var bytes = Array(bytes.prefix(40)) + [UInt8](repeating: 0, count: max(0, 40 - bytes.count))
        bytes.replaceSubrange(..<8, with: FolderState().encoded[..<8])
        let sum = bytes.withUnsafeBytes { Checksum.sum(of: $0, after: 0, 0) }
        bytes += withUnsafeBytes(of: sum.littleEndian, Array.init)
        guard let state = FolderState(bytes) else { return }
        try require(FolderState(state.encoded), equals: state, "written and read, it is another state")
        try require(FolderState(Array(bytes.dropLast())) == nil, "cut short, it is a state")
    }

    private static func mended(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= EntryFormat.start else { return bytes }
        var bytes = bytes
        bytes.replaceSubrange(..<8, with: withUnsafeBytes(of: EntryFormat.magic.littleEndian, Array.init))
        bytes.replaceSubrange(8..<12, with: withUnsafeBytes(of: EntryFormat.version.littleEndian, Array.init))
        let word = bytes.withUnsafeBytes {
            UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        let sum = Array(bytes[EntryFormat.start...]).withUnsafeBytes {
            Checksum.sum(of: $0, after: EntryFormat.magic, word)
        }
        bytes.replaceSubrange(16..<24, with: withUnsafeBytes(of: sum.littleEndian, Array.init))
        return bytes
    }
}
