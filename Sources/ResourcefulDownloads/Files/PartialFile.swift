#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A locked file that isn't complete yet, next to its final place, with its record.
///
/// The lock belongs to the descriptor, so it ends with the process. The record always matches the bytes, even after a
/// crash: it is removed before they are, and written before new ones arrive.
struct PartialFile: ~Copyable {
    let folder: String
    let name: String
    let descriptor: Int32
    /// The number of bytes in the file.
    var count: Int
    /// The number of bytes that the system was asked to write to the disk.
    var begun = 0

    var path: String { "\(folder)/\(name)" }
    var recordPath: String { "\(folder)/\(DownloadName.record(of: name))" }

    /// The maximum number of concurrent downloads of the same file, in all processes.
    static let limit = 16

    /// Opens or creates a partial file; a different one if another download has it.
    ///
    /// - Throws: `RequestError` if it can't be written.
    init(for name: String, in folder: String) throws(RequestError) {
        for number in 1...Self.limit {
            let partial = DownloadName.partial(name, number)
            if let descriptor = try Self.locked("\(folder)/\(partial)") {
                (self.folder, self.name, self.descriptor) = (folder, partial, descriptor)
                var status = stat()
                count = fstat(descriptor, &status) == 0 ? Int(clamping: status.st_size) : 0
                return
            }
        }
        throw RequestError("the file \(folder)/\(name) is being downloaded \(Self.limit) times already")
    }

    deinit { Self.release(descriptor) }

    /// Releases a file. Unlocks it first: a process that is just starting may have inherited the descriptor for a
    /// moment.
    static func release(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Opens and locks a file. Returns nil if it is locked or belongs to another user.
    static func locked(_ path: String) throws(RequestError) -> Int32? {
        // Repeats, because the previous owner of the lock may have just moved the file to its place.
        for _ in 0..<64 {
            let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
            let descriptor = uninterrupted { open(path, flags, 0o666) }
            var (ours, theirs) = (stat(), stat())
            guard descriptor >= 0 else {
                let failure = failure(path)
                // We may have no access to another user's file.
                guard lstat(path, &theirs) == 0, theirs.st_uid != geteuid() else { throw failure }
                return nil
            }
            guard fstat(descriptor, &ours) == 0, ours.st_mode & S_IFMT == S_IFREG else {
                close(descriptor)
                throw RequestError("\(path) is not a file")
            }
            // Another user's file can't be trusted. A file system without locks admits everyone.
            if ours.st_uid != geteuid()
                || uninterrupted({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0 && errno == EWOULDBLOCK
            {
                close(descriptor)
                return nil
            }
            if lstat(path, &theirs) == 0, ours.st_ino == theirs.st_ino, ours.st_dev == theirs.st_dev {
                if theirs.st_nlink == 1 { return descriptor }
                // It is already at its place under another name, and must not be written.
                unlink(path)
            }
            release(descriptor)
        }
        throw RequestError("the file \(path) can't be locked")
    }

    private static func failure(_ path: String) -> RequestError {
        RequestError("the file \(path) can't be written: \(String(cString: strerror(errno)))")
    }

    /// The record of the bytes in the file.
    var record: DownloadRecord? {
        let descriptor = open(recordPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else { return nil }
        let limit = 65_536
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { bytes, count in
            count = max(0, uninterrupted { read(descriptor, bytes.baseAddress, limit) })
        }
        return bytes.count < limit ? DownloadRecord(Data(bytes)) : nil
    }

    /// Passes the bytes of the file on, piece by piece.
    ///
    /// - Throws: ``DownloadError`` if they can't be read; the errors of the function.
    func readAll(_ take: (Data) throws -> Void) throws {
        var offset = 0
        while offset < count {
            let length = min(262_144, count - offset)
            var piece = Data(count: length)
            let copied = piece.withUnsafeMutableBytes { readBytes(of: descriptor, at: offset, into: $0) }
            guard copied != 0 else { throw DownloadError(.file, "the file \(path) became shorter") }
            guard copied > 0 else { throw fileFailure() }
            try take(piece.prefix(copied))
            offset += copied
        }
    }
}
