extension LockedFolder {
    /// Counts an invalidation that was just written. Replaces the files of old ones by one time when there are many.
    mutating func noteInvalidation(at now: Date) throws(DiskFailure) {
        state.invalidations += 1
        guard InvalidationMerge.isDue(after: state.invalidations, among: state.count) else { return }
        state.invalidations = 0
        var (invalidations, stored) = ([CacheKey: Date](), Set<CacheKey>())
        for file in try FolderFile.all(in: path) where file.isEntry {
            guard let head = EntryFile.head("\(path)/\(file.name)") else { continue }
            // The times are the same if there is no response that can be used.
            if let date = head.invalidated, date == head.received {
                invalidations[head.key] = date
            } else {
                stored.insert(head.key)
            }
        }
        try carryOut(InvalidationMerge(of: invalidations, beside: stored), at: now)
    }

    private mutating func carryOut(_ merge: InvalidationMerge, at now: Date) throws(DiskFailure) {
        guard let last = merge.removal else { return }
        // Written before the files are gone, because the process may end at any time.
        state.removal = max(state.removal ?? .distantPast, min(last, now))
        try save()
        for (key, date) in merge.ended {
            guard var entry = EntryFile.read(in: path, key: key, limit: capacity).entry else { continue }
            entry.responses.removeAll { $0.requested <= date }
            try remove(key.digest)
            // It needs no more room than before, so nothing is evicted.
            if let entry = entry.fitting(capacity) { try put(EntryFormat.encoded(entry, key: key), as: key.digest) }
        }
        for key in merge.merged { try remove(key.digest) }
    }
}
