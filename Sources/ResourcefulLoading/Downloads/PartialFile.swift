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

/// A file that is not whole yet, beside its place, and the record beside it, while nobody else may touch them.
///
/// The lock is that of the descriptor, so it ends with the process. The record always tells the truth about the bytes,
/// wherever the process ends: it is removed before they are, and written before new ones come.
struct PartialFile: ~Copyable {
    let folder: String
    let name: String
    let descriptor: Int32
    /// How many bytes it has.
    var count: Int

    var path: String { "\(folder)/\(name)" }
    var recordPath: String { "\(folder)/\(DownloadName.record(of: name))" }

    /// How many processes, and loads of one, can fetch the same file at once.
    static let limit = 16

    /// Opens the one for a file, or makes it; another one where somebody else has that.
    ///
    /// - Throws: ``RequestError`` when it can't be written.
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

    /// Lets go of a file. The lock first: a process that is just being started has the descriptor too, for a moment.
    static func release(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Opens and locks a file; nil when somebody else has it, or it is another user's.
    static func locked(_ path: String) throws(RequestError) -> Int32? {
        // Again and again, for whoever had the lock may just have moved the file to its place.
        for _ in 0..<64 {
            let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
            let descriptor = uninterrupted { open(path, flags, 0o666) }
            var (ours, theirs) = (stat(), stat())
            guard descriptor >= 0 else {
                let failure = failure(path)
                // Another user's may be closed to us.
                guard lstat(path, &theirs) == 0, theirs.st_uid != geteuid() else { throw failure }
                return nil
            }
            guard fstat(descriptor, &ours) == 0, ours.st_mode & S_IFMT == S_IFREG else {
                close(descriptor)
                throw RequestError("\(path) is not a file")
            }
            // Another user's is not to be believed. A file system without locks lets everybody in.
            if ours.st_uid != geteuid()
                || uninterrupted({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0 && errno == EWOULDBLOCK
            {
                close(descriptor)
                return nil
            }
            if lstat(path, &theirs) == 0, ours.st_ino == theirs.st_ino, ours.st_dev == theirs.st_dev {
                if theirs.st_nlink == 1 { return descriptor }
                // It is at its place already, under another name, and must not be written any more.
                unlink(path)
            }
            release(descriptor)
        }
        throw RequestError("the file \(path) can't be locked")
    }

    private static func failure(_ path: String) -> RequestError {
        RequestError("the file \(path) can't be written: \(String(cString: strerror(errno)))")
    }

    /// What is known of the bytes that are there.
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

    /// Hands out the bytes that are there, piece by piece.
    ///
    /// - Throws: ``DownloadError`` when they can't be read; what the function throws.
    func readAll(_ take: (Data) throws -> Void) throws {
        var offset = 0
        while offset < count {
            let length = min(262_144, count - offset)
            var piece = Data(count: length)
            let copied = piece.withUnsafeMutableBytes { readBytes(of: descriptor, at: offset, into: $0) }
            guard copied != 0 else { throw DownloadError(.file, "the file \(path) has become shorter") }
            guard copied > 0 else { throw fileFailure() }
            try take(piece.prefix(copied))
            offset += copied
        }
    }
}
