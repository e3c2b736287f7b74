#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Checks the owner of a folder: a cache doesn't use a folder that another user can change.
enum FolderOwner {
    /// Returns why the folder at a path isn't used; nil if it belongs to this user or to root, or isn't there yet.
    static func problem(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        guard status.st_uid == geteuid() || status.st_uid == 0 else { return "it belongs to another user" }
        return status.st_mode & S_IWOTH == 0 ? nil : "every user can write to it"
    }
}
