#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The content of the file of an entry.
enum EntryFile {
    /// Nothing, or nothing that can be read now.
    case missing
    /// Something that isn't the entry, and should be removed.
    case damaged
    /// The entry.
    case intact(CacheEntry)

    /// The entry, if it is intact.
    var entry: CacheEntry? {
        guard case .intact(let entry) = self else { return nil }
        return entry
    }

    /// Reads the entry of a key: one read, no lock, no copy of a large body.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes.
    ///   - countsAsUse: Whether the file is marked as used.
    static func read(in folder: String, key: CacheKey, limit: Int, countsAsUse: Bool = true) -> EntryFile {
        let name = key.digest
        var descriptor = opened("\(folder)/\(name)")
        // During a replacement, the file is missing for a moment: then the old file is aside, or the new one is there.
        if descriptor < 0, errno == ENOENT { descriptor = opened("\(folder)/\(EntryName.replaced(name))") }
        if descriptor < 0, errno == ENOENT { descriptor = opened("\(folder)/\(name)") }
        guard descriptor >= 0 else { return errno == ELOOP || errno == EMLINK ? .damaged : .missing }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .missing }
        guard Ownership.problem(status) == nil else { return .damaged }
        let count = Int(clamping: status.st_size)
        guard status.st_mode & S_IFMT == S_IFREG, count >= EntryFormat.start, count <= limit else { return .damaged }
        guard let file = bytes(of: descriptor, count: count) else { return .missing }
        do throws(Damage) {
            let entry = try EntryFormat.decoded(file, key: key)
            if countsAsUse { touch(descriptor, status, always: entry.invalidated != nil) }
            return .intact(entry)
        } catch {
            return .damaged
        }
    }

    private static func opened(_ path: String) -> Int32 {
        // Without O_NONBLOCK, opening a named pipe would wait for a writer.
        open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    }

    /// Returns the entry's head from the beginning of a file; nil if it isn't valid.
    static func head(_ path: String) -> EntryHead? {
        let descriptor = opened(path)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        // Nearly all keys end within the first page; a longer one costs a second read.
        let size = Int(clamping: status.st_size)
        for count in [min(4_096, size), size] {
            guard let file = bytes(of: descriptor, count: count) else { return nil }
            if let head = try? EntryFormat.head(file) { return head }
        }
        return nil
    }

    /// Returns a number of bytes from the beginning; nil if they can't be read. If the file has become shorter, the
    /// rest is zeros.
    private static func bytes(of descriptor: Int32, count: Int) -> FileBytes? {
        guard let memory = malloc(max(1, count)) else { return nil }
        let file = FileBytes(owning: UnsafeMutableRawBufferPointer(start: memory, count: count))
        var place = 0
        while place < count {
            let rest = UnsafeMutableRawBufferPointer(start: memory + place, count: count - place)
            let copied = readBytes(of: descriptor, at: place, into: rest)
            guard copied >= 0 else { return nil }
            if copied == 0 {
                memset(memory + place, 0, count - place)
                break
            }
            place += copied
        }
        return file
    }

    /// Marks an entry as used, unless it was marked within the last minute.
    ///
    /// - Parameter always: Whether the entry invalidates others. It is read after each of them, and must not be evicted
    ///   before them: then they would be valid again.
    private static func touch(_ descriptor: Int32, _ status: stat, always: Bool) {
        let age = time(nil) &- modificationTime(status).tv_sec
        if always || age > 60 || age < -60 { _ = futimens(descriptor, nil) }
    }
}
