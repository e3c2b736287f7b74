#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension CacheEntry {
    /// What of a changed entry may be kept after a removal: not what was requested at or before it, for the removal was
    /// meant for that, too, though it came later; unless the entry held it already, and so the removal spared it.
    ///
    /// - Parameters:
    ///   - removal: When something was removed for the last time.
    ///   - before: The entry before the change.
    /// - Returns: nil when nothing is left that is worth keeping. An invalidation is not, when the removal is later.
    package func outliving(_ removal: Date?, in before: CacheEntry?) -> CacheEntry? {
        var kept = self
        if let removal {
            kept.responses.removeAll { response in
                response.requested <= removal
                    && before?.responses.contains {
                        $0.requested == response.requested && $0.received == response.received
                    } != true
            }
        }
        guard kept.responses.isEmpty else { return kept }
        guard let invalidated, invalidated > removal ?? .distantPast else { return nil }
        return kept
    }

    /// When the latest response was received, or all of them were invalidated: the age of the entry for a selection.
    package var received: Date { responses.first?.received ?? invalidated ?? .distantPast }

    /// The entry, invalidated when another one of the same URL was.
    func invalidated(with other: CacheEntry?) -> CacheEntry {
        guard let other = other?.invalidated, other > invalidated ?? .distantPast else { return self }
        var entry = self
        entry.invalidated = other
        return entry
    }
}
