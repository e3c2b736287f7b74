#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The folder of a cache while one writer, among all processes, has exclusive access.
///
/// The lock belongs to the descriptor, so it ends with the process. A process that ends during a change leaves the
/// dirty mark, and the next writer counts again.
struct LockedFolder: ~Copyable {
    let path: String
    let capacity: Int
    private let descriptor: Int32
    var state: FolderState

    private init(_ path: String, capacity: Int, descriptor: Int32, state: FolderState) {
        self.path = path
        self.capacity = capacity
        self.descriptor = descriptor
        self.state = state
    }

    /// Waits for the folder, and creates it if it doesn't exist.
    ///
    /// - Throws: ``DiskFailure`` if it can't be created or written.
    static func lock(_ path: String, capacity: Int) throws(DiskFailure) -> LockedFolder {
        let descriptor = try locked("\(path)/\(EntryName.state)", in: path)
        let bytes = content(of: descriptor)
        let found = FolderState(bytes)
        var folder = LockedFolder(
            path, capacity: capacity, descriptor: descriptor, state: found ?? FolderState())
        guard found?.isDirty ?? true else { return folder }
        // If the last removal is unknown, it may have just happened.
        if found == nil, !bytes.isEmpty {
            folder.state.removal = Date()
            ftruncate(descriptor, 0)
        }
        try folder.begin()
        try folder.recount()
        try folder.finish()
        return folder
    }

    deinit { close(descriptor) }

    /// Opens and locks the state file, and checks that it wasn't replaced meanwhile.
    private static func locked(_ file: String, in folder: String) throws(DiskFailure) -> Int32 {
        while true {
            let descriptor = try opened(file, in: folder)
            var (ours, theirs) = (stat(), stat())
            guard waitForLock(descriptor), fstat(descriptor, &ours) == 0 else {
                defer { close(descriptor) }
                throw DiskFailure(file)
            }
            if let problem = Ownership.problem(ours) {
                close(descriptor)
                throw DiskFailure(file, because: problem)
            }
            if lstat(file, &theirs) == 0, ours.st_ino == theirs.st_ino, ours.st_dev == theirs.st_dev {
                return descriptor
            }
            close(descriptor)
        }
    }

    /// Tries to lock for ten seconds, longer than any change takes: a process that was stopped while it has the lock
    /// must not stop the loads of others.
    private static func waitForLock(_ descriptor: Int32) -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        var pause: UInt32 = 50
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else { return false }
            usleep(pause)
            pause = min(2 * pause, 1_000)
        }
        return true
    }

    private static func opened(_ file: String, in folder: String) throws(DiskFailure) -> Int32 {
        // Repeats, because another process may remove the folder at the same time.
        for _ in 0..<8 {
            let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            if descriptor >= 0 { return descriptor }
            guard errno == ENOENT else { break }
            try makeFolder(folder)
        }
        throw DiskFailure(file, mayPass: errno != ENOENT)
    }

    private static func content(of descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: FolderState.size + 1) { bytes, count in
            count = max(0, readBytes(of: descriptor, at: 0, into: UnsafeMutableRawBufferPointer(bytes)))
        }
    }

    /// Creates a folder and its parents, with access only for this user.
    private static func makeFolder(_ path: String) throws(DiskFailure) {
        for (index, character) in path.utf8.enumerated() where character == UInt8(ascii: "/") && index > 0 {
            _ = mkdir(String(decoding: path.utf8.prefix(index), as: UTF8.self), 0o700)
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw DiskFailure(path, mayPass: false) }
        var status = stat()
        guard stat(path, &status) == 0 else { throw DiskFailure(path, mayPass: false) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            errno = ENOTDIR
            throw DiskFailure(path)
        }
        if let problem = Ownership.problem(ofFolder: path) { throw DiskFailure(path, because: problem) }
    }

    /// Sets the dirty mark. Call it before changing files.
    mutating func begin() throws(DiskFailure) {
        guard !state.isDirty else { return }
        state.isDirty = true
        try save()
    }

    /// Removes the dirty mark: the state is right again.
    mutating func finish() throws(DiskFailure) {
        guard state.isDirty else { return }
        if !state.isPossible { evictEntries(for: 0, among: try FolderFile.all(in: path)) }
        state.isDirty = false
        try save()
    }

    /// Moves the time of the last removal back to now if it is in the future: it was dated before the clock was set
    /// back. Saved, because otherwise no response would be kept until the clock gets there.
    mutating func limitRemoval(to now: Date) throws(DiskFailure) {
        guard let removal = state.removal, removal > now else { return }
        state.removal = now
        try save()
    }

    func save() throws(DiskFailure) {
        let bytes = state.encoded
        let count = uninterrupted { pwrite(descriptor, bytes, bytes.count, 0) }
        guard count == bytes.count else {
            if count >= 0 { errno = ENOSPC }
            throw DiskFailure("\(path)/\(EntryName.state)")
        }
    }

    /// Counts the entries, and removes all files that were left in the middle of a change. The lock makes sure that
    /// they aren't in use.
    private mutating func recount() throws(DiskFailure) {
        for file in try FolderFile.all(in: path) where !file.isEntry {
            // If the new file of an entry is missing, restore the old one.
            if let entry = EntryName.ofReplaced(file.name), FolderFile(entry, in: path) == nil {
                rename("\(path)/\(file.name)", "\(path)/\(entry)")
            } else {
                unlink("\(path)/\(file.name)")
            }
        }
        evictEntries(for: 0, among: try FolderFile.all(in: path))
    }
}
