public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A cache as a value: entries by their keys, and what all stores owe.
public struct CacheModel: Hashable, Sendable {
    /// The entries.
    public private(set) var entries: [CacheKey: CacheEntry]
    /// When some of them were last removed: what was asked for before that is not stored any more.
    private var lastRemoval: Date?

    /// A cache with some entries.
    public init(_ entries: [CacheKey: CacheEntry] = [:]) { self.entries = entries }

    /// The entry under a key, if there is one.
    public subscript(key: CacheKey) -> CacheEntry? {
        get { entries[key] }
        set { entries[key] = newValue }
    }

    /// Changes the entry under a key; a response that was asked for before the last removal is not kept.
    public mutating func update(_ key: CacheKey, _ change: (CacheEntry?) -> CacheEntry?) {
        let before = entries[key]
        entries[key] = change(before)?.outliving(lastRemoval, in: before)
    }

    /// Removes entries, at a time.
    public mutating func remove(_ selection: CacheSelection, at date: Date) {
        entries = entries.filter { !selection.contains($0.key, received: $0.value.received) }
        lastRemoval = date
    }
}
