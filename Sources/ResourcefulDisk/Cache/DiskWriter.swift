#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Changes the folder of a cache, one change at a time.
actor DiskWriter {
    nonisolated let path: String
    nonisolated let capacity: Int
    private nonisolated let isOff = Locked(false)
    /// Whether the folder was found to be ours.
    private nonisolated let isOurs = Locked(false)
    private nonisolated let queue = FileQueue()
    private let warning: @Sendable (String) -> Void
    private let now: @Sendable () -> Date

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Creates a writer. It doesn't access the folder yet.
    init(
        _ path: String, capacity: Int, warning: @escaping @Sendable (String) -> Void,
        now: @escaping @Sendable () -> Date
    ) {
        self.path = path
        self.capacity = capacity
        self.warning = warning
        self.now = now
    }

    /// Whether the folder can be used. Checks its owner once.
    nonisolated var isOn: Bool {
        guard isOff.withLock({ !$0 }) else { return false }
        if isOurs.withLock({ $0 }) { return true }
        guard isSafe else { return false }
        if access(path, F_OK) == 0 { isOurs.withLock { $0 = true } }
        return true
    }

    /// Whether no other user can change the folder. Turns off if one can.
    private nonisolated var isSafe: Bool {
        guard let problem = Ownership.problem(ofFolder: path) else { return true }
        turnOff("The cache is turned off, because its folder isn't safe: \(path): \(problem)")
        return false
    }

    /// Reads the entry of a key without waiting for changes.
    nonisolated func read(_ key: CacheKey, countsAsUse: Bool = true) -> EntryFile {
        EntryFile.read(in: path, key: key, limit: capacity, countsAsUse: countsAsUse)
    }

    /// Changes the entry of a key with exclusive access among all processes.
    func update(_ key: CacheKey, _ change: (CacheEntry?) -> CacheEntry?) {
        guard isOn else { return }
        do throws(DiskFailure) {
            var folder = try LockedFolder.lock(path, capacity: capacity)
            try folder.limitRemoval(to: now())
            let file = read(key)
            var kept = change(file.entry)
            kept?.responses.removeAll(where: \.isVolatile)
            kept = kept?.outliving(folder.state.removal, in: file.entry)?.fitting(capacity / 4)
            if let kept, kept == file.entry { return }
            let bytes = kept.map { EntryFormat.encoded($0, key: key) }
            if let bytes, bytes.count <= capacity / 4 {
                try folder.put(bytes, as: key.digest)
                if kept?.responses.isEmpty == true { try folder.noteInvalidation(at: now()) }
            } else {
                try folder.remove(key.digest)
            }
            try folder.finish()
        } catch {
            turnOff(error, forgetting: key)
        }
    }

    /// Removes a file at the place of an entry that isn't one.
    func discard(_ key: CacheKey) {
        guard isOn, case .damaged = read(key) else { return }
        do throws(DiskFailure) {
            var folder = try LockedFolder.lock(path, capacity: capacity)
            guard case .damaged = read(key) else { return }
            try folder.remove(key.digest)
            try folder.finish()
        } catch {
            turnOff(error, forgetting: key)
        }
    }

    /// Removes entries, even if the folder could not be written, because that may still be possible.
    func remove(_ selection: CacheSelection) {
        guard isSafe else { return }
        do throws(DiskFailure) {
            var folder = try LockedFolder.lock(path, capacity: capacity)
            try folder.remove(selection, at: now())
            try folder.finish()
        } catch {
            turnOff(error, forgetting: nil)
        }
    }

    /// Returns the content of the state file. Doesn't create the folder.
    func state() -> FolderState {
        guard isOn, access("\(path)/\(EntryName.state)", F_OK) == 0,
            let folder = try? LockedFolder.lock(path, capacity: capacity)
        else { return FolderState() }
        return folder.state
    }

    /// Stops using the folder. Others must not find the old version of an entry that could not be changed.
    private func turnOff(_ failure: DiskFailure, forgetting key: CacheKey?) {
        if let key { unlink("\(path)/\(key.digest)") }
        guard !failure.isPassing else { return }
        turnOff("The cache is turned off, because its folder can't be written: \(failure)")
    }

    private nonisolated func turnOff(_ message: String) {
        let wasOff = isOff.withLock { isOff in
            defer { isOff = true }
            return isOff
        }
        if !wasOff { warning(message) }
    }
}
