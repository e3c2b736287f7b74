#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A file of entries, and the file beside it that is locked during a change.
struct EntryPlace: Sendable {
    let path: String
    private let lockPath: String
    /// The path of its folder.
    var folder: String { URL(filePath: path).deletingLastPathComponent().path }

    /// - Parameter lockPath: The file to lock; nil for the one with `.lock` added to its name.
    init(path: String, lockPath: String? = nil) { (self.path, self.lockPath) = (path, lockPath ?? "\(path).lock") }

    /// Tells one state of the file from another.
    struct Stamp: Hashable, Sendable {
        let inode: UInt64
        let size: Int64
        let time: Int64
    }

    /// What is at the place.
    enum Content {
        case absent
        case entries([String: StoreEntry], Stamp)
        /// A file that isn't as it was written, or that a later version has written, with its bytes.
        case damaged([UInt8])

        /// The entries; nil if there is no file, or it is damaged.
        var entries: [String: StoreEntry]? {
            guard case .entries(let entries, _) = self else { return nil }
            return entries
        }
    }

    /// The state of the file now; nil if there is none.
    var stamp: Stamp? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Self.stamp(of: status)
    }

    /// Reads the file.
    ///
    /// - Throws: ``DiskFailure`` if it can't be read, isn't a regular file, or another user can change it.
    func read() throws(DiskFailure) -> Content {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        if descriptor < 0, errno == ENOENT { return .absent }
        guard descriptor >= 0 else { throw DiskFailure(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw DiskFailure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw DiskFailure(path, because: "it isn't a file") }
        if let problem = Ownership.problem(status) { throw DiskFailure(path, because: problem) }
        guard let size = Int(exactly: Int64(status.st_size)), size <= EntryList.limit else { return .damaged([]) }
        var isRead = true
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            while count < size {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(bytes)[count...])
                let copied = readBytes(of: descriptor, at: count, into: rest)
                guard copied > 0 else {
                    isRead = copied == 0
                    return
                }
                count += copied
            }
        }
        guard isRead else { throw DiskFailure(path) }
        return EntryList.decoded(bytes).map { .entries($0, Self.stamp(of: status)) } ?? .damaged(bytes)
    }

    /// Runs a function while no other process changes the file.
    ///
    /// - Throws: ``DiskFailure`` if the lock isn't free in time.
    func locked<Value>(
        until end: ContinuousClock.Instant, _ body: () throws(DiskFailure) -> Value
    ) throws(DiskFailure) -> Value {
        let descriptor = try lock(until: end)
        defer { close(descriptor) }
        return try body()
    }

    /// Opens and locks the file beside it, and checks that it wasn't replaced meanwhile.
    private func lock(until end: ContinuousClock.Instant) throws(DiskFailure) -> Int32 {
        let file = lockPath
        while true {
            let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            guard descriptor >= 0 else { throw DiskFailure(file) }
            var (ours, theirs) = (stat(), stat())
            do throws(DiskFailure) {
                guard fstat(descriptor, &ours) == 0 else { throw DiskFailure(file) }
                if let problem = Ownership.problem(ours) { throw DiskFailure(file, because: problem) }
                while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                    guard errno == EWOULDBLOCK || errno == EINTR else { throw DiskFailure(file) }
                    guard ContinuousClock.now < end else { throw DiskFailure(file, because: "it is locked") }
                    usleep(500)
                }
            } catch {
                close(descriptor)
                throw error
            }
            if lstat(file, &theirs) == 0, ours.st_ino == theirs.st_ino, ours.st_dev == theirs.st_dev {
                return descriptor
            }
            close(descriptor)
        }
    }

    /// Replaces the file atomically and waits for the disk. The caller must hold the lock.
    ///
    /// - Returns: The new state.
    func write(_ entries: [String: StoreEntry]) throws(DiskFailure) -> Stamp? {
        let bytes = EntryList.encoded(entries)
        let new = "\(path).new"
        // A process that crashed may have left it.
        unlink(new)
        do throws(DiskFailure) {
            try create(new, bytes)
            guard rename(new, path) == 0 else { throw DiskFailure(path) }
        } catch {
            unlink(new)
            throw error
        }
        keepNames()
        return stamp
    }

    /// Removes the file and waits for the disk. The caller must hold the lock.
    func remove() throws(DiskFailure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw DiskFailure(path) }
        keepNames()
    }

    /// Waits until the names in the folder are on the disk.
    func keepNames() {
        let folder = open(self.folder, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    private func create(_ new: String, _ bytes: [UInt8]) throws(DiskFailure) {
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw DiskFailure(new) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { writeBytes($0[written...], to: descriptor, at: written) }
            guard count > 0 else { break }
            written += count
        }
        // Some file systems can't wait for the disk (EINVAL).
        let isWritten = written == bytes.count && (isOnDisk(descriptor) || errno == EINVAL)
        let failure = isWritten ? nil : DiskFailure(path)
        let isClosed = close(descriptor) == 0
        if let failure { throw failure }
        guard isClosed else { throw DiskFailure(path) }
    }

    /// Moves a damaged file aside, so that it isn't lost.
    func moveAside() throws(DiskFailure) {
        guard rename(path, "\(path).damaged") == 0 else { throw DiskFailure(path) }
    }

    private static func stamp(of status: stat) -> Stamp {
        Stamp(
            inode: UInt64(status.st_ino), size: Int64(status.st_size), time: modificationTime(status).nanoseconds)
    }
}
