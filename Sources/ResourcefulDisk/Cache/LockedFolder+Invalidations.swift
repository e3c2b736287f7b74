extension LockedFolder {
    /// The number of latest invalidations that always keep their files.
    private static let latest = 64

    /// Counts an invalidation that was just written. Merges the old ones after at least as many as an eighth of the
    /// entries, so that reading all heads costs each invalidation the same.
    mutating func noteInvalidation(at now: Date) throws(DiskFailure) {
        state.invalidations += 1
        guard state.invalidations >= max(2 * Self.latest, state.count / 8) else { return }
        state.invalidations = 0
        try mergeInvalidations(at: now)
    }

    /// Replaces the files of old invalidations by one time: no response that was requested before it, and arrives now,
    /// is kept. Removes the responses that they invalidate, which would be valid again without them.
    private mutating func mergeInvalidations(at now: Date) throws(DiskFailure) {
        var (invalidations, stored) = ([(file: FolderFile, key: CacheKey, date: Date)](), [(FolderFile, CacheKey)]())
        for file in try FolderFile.all(in: path) where file.isEntry {
            guard let head = EntryFile.head("\(path)/\(file.name)") else { continue }
            if let date = head.invalidated, head.isInvalidation {
                invalidations.append((file, head.key, date))
            } else {
                stored.append((file, head.key))
            }
        }
        // One for a URL with any query applies to responses that ignore parts of it, and no name says which these are.
        let paths = Set(stored.map { Self.path(of: $0.1) })
        let merged = invalidations.sorted { $0.date < $1.date }.dropLast(Self.latest)
            .filter { $0.key.qualifier.isEmpty || !paths.contains($0.key.url) }
        guard let last = merged.last?.date else { return }
        // Written before their files are gone, because the process may end at any time.
        state.removal = max(state.removal ?? .distantPast, min(last, now))
        try save()
        let plain = merged.filter(\.key.qualifier.isEmpty)
        let dates = Dictionary(plain.map { ($0.key.url, $0.date) }, uniquingKeysWith: max)
        for (file, key) in stored {
            guard let date = dates[key.url] else { continue }
            try remove(file, of: key, requestedUntil: date)
        }
        for invalidation in merged { remove(invalidation.file) }
    }

    /// Removes the responses of an entry that were requested at a time or before.
    private mutating func remove(
        _ file: FolderFile, of key: CacheKey, requestedUntil date: Date
    ) throws(DiskFailure) {
        let entry = EntryFile.read(in: path, key: key, limit: capacity, countsAsUse: false).entry
        var kept = entry
        kept?.responses.removeAll { $0.requested <= date }
        guard let kept, !kept.responses.isEmpty else { return remove(file) }
        if kept != entry { try put(EntryFormat.encoded(kept, key: key), as: file.name) }
    }

    private static func path(of key: CacheKey) -> String { String(key.url.prefix { $0 != "?" }) }
}
