#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

extension LockedFolder {
    /// The number of bytes available for entries.
    var entryCapacity: Int { max(0, capacity - FolderState.size) }

    /// Writes the file of an entry, under a temporary name first, so that readers see all of it or nothing.
    ///
    /// Nothing is synced to the disk: after a power failure, entries may be lost or damaged, which the checksum
    /// detects.
    mutating func put(_ bytes: [UInt8], as name: String) throws(DiskFailure) {
        try begin()
        if state.byteCount + bytes.count > entryCapacity {
            evictEntries(for: bytes.count, among: try FolderFile.all(in: path))
        }
        let temporary = "\(path)/\(EntryName.temporary(of: getpid()))"
        try Self.writeFile(bytes, to: temporary)
        guard let before = try replace(name, by: temporary) else { return }
        state.byteCount += bytes.count - before.size
        state.count += before.count
    }

    /// Moves a file to the place of an entry. Moves the old one aside, where readers look next, and then removes it.
    ///
    /// Renaming over a file would be a single step, but file systems then make sure that the new one is on the disk
    /// (ext4: `auto_da_alloc`), which takes a hundred times as long.
    ///
    /// - Returns: The size of the old file, and the increase in the number of entries; nil if the entry can't be kept
    ///   there.
    private func replace(_ name: String, by new: String) throws(DiskFailure) -> (size: Int, count: Int)? {
        let (place, aside) = ("\(path)/\(name)", "\(path)/\(EntryName.replaced(name))")
        let before = FolderFile(name, in: path)
        guard before == nil || rename(place, aside) == 0, rename(new, place) == 0 else {
            let failure = DiskFailure(place)
            if before != nil { rename(aside, place) }
            unlink(new)
            // A folder at its place isn't ours, so the entry isn't kept.
            guard failure.code == EISDIR else { throw failure }
            return nil
        }
        if before != nil { unlink(aside) }
        return (before?.size ?? 0, before == nil ? 1 : 0)
    }

    private static func writeFile(_ bytes: [UInt8], to path: String) throws(DiskFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw DiskFailure(path) }
        var (place, failure) = (0, DiskFailure?.none)
        bytes.withUnsafeBytes { bytes in
            while place < bytes.count, let start = bytes.baseAddress {
                let count = uninterrupted { write(descriptor, start + place, bytes.count - place) }
                guard count >= 0 else { return failure = DiskFailure(path) }
                place += count
            }
        }
        if close(descriptor) != 0, failure == nil, errno != EINTR { failure = DiskFailure(path) }
        guard let failure else { return }
        unlink(path)
        throw failure
    }

    /// Removes the file of an entry.
    mutating func remove(_ name: String) throws(DiskFailure) {
        guard let file = FolderFile(name, in: path) else { return }
        try begin()
        remove(file)
    }

    /// Removes the files of the selected entries, and files that aren't entries. Reads the beginning of each.
    mutating func remove(_ selection: CacheSelection, at removal: Date) throws(DiskFailure) {
        state.removal = removal
        try begin()
        for file in try FolderFile.all(in: path) where file.isEntry {
            if selection != .all, let head = EntryFile.head("\(path)/\(file.name)") {
                guard selection.contains(head.key, received: head.received) else { continue }
            }
            remove(file)
        }
        // All files were read anyway, so count them again, whatever the state was.
        evictEntries(for: 0, among: try FolderFile.all(in: path))
    }

    /// Removes the least recently used entries until the given number of bytes fits and a tenth of the space is free.
    mutating func evictEntries(for bytes: Int, among files: [FolderFile]) {
        let entries = files.filter(\.isEntry).sorted { $0.used < $1.used }
        (state.byteCount, state.count) = (entries.reduce(0) { $0 + $1.size }, entries.count)
        guard state.byteCount + bytes > entryCapacity else { return }
        for file in entries where state.byteCount + bytes > entryCapacity / 10 * 9 {
            // Responses that were requested before an invalidation must still not be stored.
            if let invalidated = EntryFile.head("\(path)/\(file.name)")?.invalidated {
                state.removal = max(state.removal ?? invalidated, invalidated)
            }
            remove(file)
        }
    }

    mutating func remove(_ file: FolderFile) {
        guard unlink("\(path)/\(file.name)") == 0 || errno == ENOENT else { return }
        state.byteCount -= file.size
        state.count -= 1
    }
}
