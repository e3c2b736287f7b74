#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The free space on a disk.
enum FreeSpace {
    /// Returns the number of bytes that this user can still write in a folder; nil if it is unknown.
    static func bytes(at folder: String) -> Int? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0, status.f_blocks > 0 else { return nil }
        let (bytes, isTooMany) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: status.f_frsize))
        return isTooMany ? .max : bytes
    }
}
