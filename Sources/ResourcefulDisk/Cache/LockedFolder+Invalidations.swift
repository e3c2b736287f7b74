extension LockedFolder {
    /// Counts an invalidation that was just written. Replaces the files of old ones by one time after at least as many
    /// as an eighth of the entries, so that reading all heads costs each invalidation the same: no response that was
    /// requested before that time, and arrives now, is kept.
    mutating func noteInvalidation(at now: Date) throws(DiskFailure) {
        state.invalidations += 1
        guard state.invalidations >= max(128, state.count / 8) else { return }
        state.invalidations = 0
        var (invalidations, stored) = ([(file: FolderFile, key: CacheKey, date: Date)](), [(FolderFile, CacheKey)]())
        for file in try FolderFile.all(in: path) where file.isEntry {
            guard let head = EntryFile.head("\(path)/\(file.name)") else { continue }
            // The times are the same if there is no response that can be used.
            if let date = head.invalidated, date == head.received {
                invalidations.append((file, head.key, date))
            } else {
                stored.append((file, head.key))
            }
        }
        // One for a URL with any query applies to responses that ignore parts of it, and no name says which these are.
        let paths = Set(stored.map { $0.1.url.prefix { $0 != "?" } })
        let merged = invalidations.sorted { $0.date < $1.date }.dropLast(64)
            .filter { $0.key.qualifier.isEmpty || !paths.contains($0.key.url[...]) }
        guard let last = merged.last?.date else { return }
        // Written before their files are gone, because the process may end at any time.
        state.removal = max(state.removal ?? .distantPast, min(last, now))
        try save()
        let plain = merged.filter(\.key.qualifier.isEmpty)
        let dates = Dictionary(plain.map { ($0.key.url, $0.date) }, uniquingKeysWith: max)
        for (file, key) in stored {
            // Without its invalidation, a response would be valid again.
            guard let date = dates[key.url], var entry = EntryFile.read(in: path, key: key, limit: capacity).entry
            else { continue }
            entry.responses.removeAll { $0.requested <= date }
            remove(file)
            // It needs no more room than before, so nothing is evicted.
            if !entry.responses.isEmpty { try put(EntryFormat.encoded(entry, key: key), as: file.name) }
        }
        for invalidation in merged { remove(invalidation.file) }
    }
}
