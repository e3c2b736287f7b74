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

/// A file of entries, and the file beside it that is locked during a change.
struct EntryPlace: Sendable {
    let path: String

    /// Tells one state of the file from another.
    struct Stamp: Hashable, Sendable {
        let inode: UInt64
        let size: Int64
        let time: Int64
    }

    /// The state of the file now; nil if there is no file.
    var stamp: Stamp? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Self.stamp(of: status)
    }

    /// The bytes and their state; nil if there is no regular file that belongs to this user.
    func read() -> (bytes: [UInt8], stamp: Stamp)? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid() || status.st_uid == 0, status.st_mode & S_IWOTH == 0,
            let size = Int(exactly: Int64(status.st_size)), size <= EntryList.limit
        else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { bytes, count in
            while count < size {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(bytes)[count...])
                let copied = readBytes(of: descriptor, at: count, into: rest)
                guard copied > 0 else { return }
                count += copied
            }
        }
        return (bytes, Self.stamp(of: status))
    }

    /// Runs a function while no other process changes the file.
    ///
    /// - Throws: ``DiskFailure`` if the lock isn't free within ten seconds.
    func locked<Value>(_ body: () throws(DiskFailure) -> Value) throws(DiskFailure) -> Value {
        let descriptor = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw DiskFailure("\(path).lock") }
        defer { close(descriptor) }
        let end = ContinuousClock.now + .seconds(10)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else {
                throw DiskFailure("\(path).lock")
            }
            usleep(500)
        }
        return try body()
    }

    /// Replaces the file atomically and waits for the disk. The caller must hold the lock.
    ///
    /// - Returns: The new state.
    func write(_ bytes: [UInt8]) throws(DiskFailure) -> Stamp? {
        let new = "\(path).new"
        // A process that crashed may have left it.
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw DiskFailure(new) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { writeBytes($0[written...], to: descriptor, at: written) }
            guard count > 0 else { break }
            written += count
        }
        guard written == bytes.count, isOnDisk(descriptor) || errno == EINVAL, close(descriptor) == 0,
            rename(new, path) == 0
        else {
            let failure = DiskFailure(path)
            unlink(new)
            throw failure
        }
        let folder = open(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
        return stamp
    }

    private static func stamp(of status: stat) -> Stamp {
        Stamp(
            inode: UInt64(status.st_ino), size: Int64(status.st_size), time: modificationTime(status).nanoseconds)
    }
}
