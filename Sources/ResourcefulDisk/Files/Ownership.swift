#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Checks who can change a file or a folder: what another user can change isn't used. Root can change everything.
enum Ownership {
    /// Returns why a file, a folder or a link isn't used; nil if only this user and root can change it.
    static func problem(_ status: stat) -> String? {
        guard status.st_uid == geteuid() || status.st_uid == 0 else { return "it belongs to another user" }
        // A link has all bits, and only its owner can change it.
        guard status.st_mode & S_IFMT != S_IFLNK, status.st_mode & (S_IWGRP | S_IWOTH) != 0 else { return nil }
        return "other users can write to it"
    }

    /// Returns why the folder at a path isn't used; nil if it is safe, or isn't there yet. A link to it has to be safe,
    /// too.
    static func problem(ofFolder path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        if let problem = problem(status) { return problem }
        guard status.st_mode & S_IFMT == S_IFLNK, stat(path, &status) == 0 else { return nil }
        return problem(status)
    }

    /// Creates a folder for this user alone, unless there is one.
    ///
    /// - Throws: ``DiskFailure`` if another user can change it.
    static func makeFolder(_ folder: URL) throws(DiskFailure) {
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if let problem = problem(ofFolder: folder.path) { throw DiskFailure(folder.path, because: problem) }
    }
}
