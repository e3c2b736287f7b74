#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

// Writing.
extension PartialFile {
    /// Keeps the first bytes, up to the response's offset, and records which response they belong to.
    mutating func begin(_ beginning: DownloadStep.Beginning) throws {
        if beginning.offset == 0 || beginning.offset != count {
            unlink(recordPath)
            guard beginning.offset <= count, ftruncate(descriptor, off_t(beginning.offset)) == 0 else {
                throw fileFailure()
            }
            count = beginning.offset
        }
        begun = count
        try checkSpace(for: beginning)
        guard let record = beginning.record else {
            unlink(recordPath)
            return
        }
        if record != self.record { keep(record) }
    }

    /// Writes a record. If that fails, there is none, and the download can't be resumed.
    private func keep(_ record: DownloadRecord) {
        unlink(recordPath)
        let bytes = [UInt8](record.encoded)
        let descriptor = open(recordPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        let written = uninterrupted { write(descriptor, bytes, bytes.count) }
        close(descriptor)
        if written != bytes.count { unlink(recordPath) }
    }

    /// The number of bytes after which they begin to be written to the disk. If all were written at the end, the disk
    /// would do nothing while bytes arrive.
    private static let stretch = 8_000_000

    /// Appends bytes. It waits for the disk.
    mutating func append(_ bytes: Data) throws {
        var offset = 0
        while offset < bytes.count {
            let written = bytes.withUnsafeBytes { writeBytes($0[offset...], to: descriptor, at: count) }
            guard written > 0 else { throw fileFailure() }
            offset += written
            count += written
        }
        guard count - begun >= Self.stretch else { return }
        beginWriting(begun..<count, of: descriptor)
        begun = count
    }

    /// Checks that the disk has space for the remaining bytes.
    private func checkSpace(for beginning: DownloadStep.Beginning) throws {
        guard let expected = beginning.expected, let space = FreeSpace.bytes(at: folder) else { return }
        let missing = expected - beginning.offset
        guard missing > space else { return }
        throw DownloadError(
            .noSpace, "\(missing) more bytes are needed, but only \(space) are free on the disk of \(folder)")
    }

    /// Returns the error of the last system call.
    func fileFailure() -> DownloadError {
        let (code, reason) = (errno, String(cString: strerror(errno)))
        let isFull = code == ENOSPC || code == EDQUOT
        return DownloadError(isFull ? .noSpace : .file, "the file \(path) can't be written: \(reason)")
    }
}
