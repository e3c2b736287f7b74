#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// How much a disk can still take.
enum FreeSpace {
    /// The bytes that this user can still write in a folder; nil when that is not known.
    static func bytes(at folder: String) -> Int? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0, status.f_blocks > 0 else { return nil }
        let (bytes, isTooMany) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: status.f_frsize))
        return isTooMany ? .max : bytes
    }
}
