import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
    /// How many bytes are there for entries.
    var room: Int { max(0, capacity - FolderState.size) }

    /// Writes the file of an entry: beside its place first, so that whoever reads sees all of it or nothing.
    ///
    /// Nothing is synchronised with the disk: when the power fails, entries may be lost or damaged, and the checksum
    /// tells.
    mutating func put(_ bytes: [UInt8], as name: String) throws(DiskFailure) {
        try begin()
        if state.byteCount + bytes.count > room { makeRoom(for: bytes.count, among: try FolderFile.all(in: path)) }
        let temporary = "\(path)/\(EntryName.newTemporary())"
        try Self.writeFile(bytes, to: temporary)
        guard let before = try replace(name, by: temporary) else { return }
        state.byteCount += bytes.count - before.size
        state.count += before.count
    }

    /// Moves a file to the place of an entry; the old one aside, where readers look next, and then away.
    ///
    /// To rename over a file would be one step, but file systems take it for a wish to have the new one safely on the
    /// disk (ext4: `auto_da_alloc`), and that takes a hundred times as long.
    ///
    /// - Returns: the size of the old file, and by how many there are more now; nil when the entry can't be kept there.
    private func replace(_ name: String, by new: String) throws(DiskFailure) -> (size: Int, count: Int)? {
        let (place, aside) = ("\(path)/\(name)", "\(path)/\(EntryName.replaced(name))")
        let before = FolderFile(name, in: path)
        guard before == nil || rename(place, aside) == 0, rename(new, place) == 0 else {
            let failure = DiskFailure(place)
            if before != nil { rename(aside, place) }
            unlink(new)
            // A folder in its place is not ours: the entry is not kept.
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

    /// Removes the files of the selected entries, and those that are none. Reads the beginning of each.
    mutating func remove(_ selection: CacheSelection, at removal: Date) throws(DiskFailure) {
        state.removal = removal
        try begin()
        for file in try FolderFile.all(in: path) where file.isEntry {
            if selection != .all, let head = EntryFile.head("\(path)/\(file.name)") {
                guard selection.contains(head.key, received: head.received) else { continue }
            }
            remove(file)
        }
        // All files were looked at: so they can be counted, whatever the state said.
        makeRoom(for: 0, among: try FolderFile.all(in: path))
    }

    /// Removes what was not used for longest, until there is room for so many bytes more and a tenth is free.
    mutating func makeRoom(for bytes: Int, among files: [FolderFile]) {
        let entries = files.filter(\.isEntry).sorted { $0.used < $1.used }
        (state.byteCount, state.count) = (entries.reduce(0) { $0 + $1.size }, entries.count)
        guard state.byteCount + bytes > room else { return }
        for file in entries where state.byteCount + bytes > room / 10 * 9 {
            // So that what was requested before an invalidation is still not stored.
            if let invalidated = EntryFile.head("\(path)/\(file.name)")?.invalidated {
                state.removal = max(state.removal ?? invalidated, invalidated)
            }
            remove(file)
        }
    }

    private mutating func remove(_ file: FolderFile) {
        guard unlink("\(path)/\(file.name)") == 0 || errno == ENOENT else { return }
        state.byteCount -= file.size
        state.count -= 1
    }
}
