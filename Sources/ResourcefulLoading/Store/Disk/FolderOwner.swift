#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Whose a folder is: what another user can change is no cache of ours.
enum FolderOwner {
    /// Why the folder at a path is not used; nil when it is ours, or is not there yet.
    static func problem(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        guard status.st_uid == geteuid() || status.st_uid == 0 else { return "it belongs to another user" }
        return status.st_mode & S_IWOTH == 0 ? nil : "every user can write to it"
    }
}
