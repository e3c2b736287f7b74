#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The folder of a cache while one writer, of all processes, has it for itself.
///
/// The lock goes with the descriptor, so also with the process. A process that ends in the middle leaves the dirty mark,
/// and the next writer counts anew.
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

    /// Waits for the folder, which is made when it is not there.
    ///
    /// - Throws: ``DiskFailure`` when it can't be made, or written.
    static func lock(_ path: String, capacity: Int) throws(DiskFailure) -> LockedFolder {
        let descriptor = try locked("\(path)/\(EntryName.state)", in: path)
        let bytes = content(of: descriptor)
        let found = FolderState(bytes)
        var folder = LockedFolder(
            path, capacity: capacity, descriptor: descriptor, state: found ?? FolderState())
        guard found?.isDirty ?? true else { return folder }
        // When the last removal is not known any more, it may have been just now.
        if found == nil, !bytes.isEmpty { folder.state.removal = Date() }
        try folder.begin()
        try folder.recount()
        try folder.finish()
        return folder
    }

    deinit { close(descriptor) }

    /// Opens and locks the state file, which nobody has replaced in the meantime.
    private static func locked(_ file: String, in folder: String) throws(DiskFailure) -> Int32 {
        while true {
            let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            if descriptor < 0, errno == ENOENT {
                try makeFolder(folder)
                continue
            }
            guard descriptor >= 0 else { throw DiskFailure(file) }
            var (ours, theirs) = (stat(), stat())
            guard uninterrupted({ flock(descriptor, LOCK_EX) }) == 0, fstat(descriptor, &ours) == 0,
                ours.st_mode & S_IFMT == S_IFREG
            else {
                defer { close(descriptor) }
                throw DiskFailure(file)
            }
            if lstat(file, &theirs) == 0, ours.st_ino == theirs.st_ino, ours.st_dev == theirs.st_dev {
                return descriptor
            }
            close(descriptor)
        }
    }

    private static func content(of descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: FolderState.size + 1) { bytes, count in
            count = max(0, uninterrupted { pread(descriptor, bytes.baseAddress, FolderState.size + 1, 0) })
        }
    }

    /// Makes a folder, and those that it is in, for this user alone.
    private static func makeFolder(_ path: String) throws(DiskFailure) {
        for (index, character) in path.utf8.enumerated() where character == UInt8(ascii: "/") && index > 0 {
            _ = mkdir(String(decoding: path.utf8.prefix(index), as: UTF8.self), 0o700)
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw DiskFailure(path) }
        var status = stat()
        guard stat(path, &status) == 0 else { throw DiskFailure(path) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            errno = ENOTDIR
            throw DiskFailure(path)
        }
    }

    /// Sets the dirty mark. What follows changes files.
    mutating func begin() throws(DiskFailure) {
        guard !state.isDirty else { return }
        state.isDirty = true
        try save()
    }

    /// Takes the dirty mark away: the state is right again.
    mutating func finish() throws(DiskFailure) {
        guard state.isDirty else { return }
        state.isDirty = false
        try save()
    }

    private func save() throws(DiskFailure) {
        let bytes = state.encoded
        let count = uninterrupted { pwrite(descriptor, bytes, bytes.count, 0) }
        guard count == bytes.count else {
            if count >= 0 { errno = ENOSPC }
            throw DiskFailure("\(path)/\(EntryName.state)")
        }
    }

    /// Counts the entries as they are, and removes files that nobody writes any more: all of them, for the lock is ours.
    private mutating func recount() throws(DiskFailure) {
        let files = try FolderFile.all(in: path)
        for file in files where file.isTemporary { unlink("\(path)/\(file.name)") }
        makeRoom(for: 0, among: files)
    }
}
