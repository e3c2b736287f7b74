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

/// A file of entries, and the one beside it that whoever changes it has locked.
struct EntryPlace: Sendable {
    let path: String

    /// What tells one state of the file from another; nil where there is none.
    struct Stamp: Hashable, Sendable {
        let inode: UInt64
        let size: Int64
        let time: Int64
    }

    /// The state of the file now.
    var stamp: Stamp? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return Self.stamp(of: status)
    }

    /// Its bytes, and the state that they are of; nil where there is no file of ours, or one that is no file.
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

    /// Does something while nobody else changes the file.
    ///
    /// - Throws: ``DiskFailure`` when it can't be locked.
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

    /// Puts bytes in the place of the file, in one step, safely on the disk. The lock has to be held.
    ///
    /// - Returns: The state that they are of.
    func write(_ bytes: [UInt8]) throws(DiskFailure) -> Stamp? {
        let new = "\(path).new"
        // What is left of a process that ended in the middle; the lock is ours.
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
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return Stamp(
            inode: UInt64(status.st_ino), size: Int64(status.st_size),
            time: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }
}
