#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A failed system call.
struct DiskFailure: Error, CustomStringConvertible {
    let path: String
    let code: Int32
    /// The reason, if the code doesn't say it.
    private let reason: String?
    /// Whether the failure is temporary, or not a fault of the folder: too many open files, not enough memory, a
    /// process that removes the folder at the same time.
    let isPassing: Bool

    /// Creates the failure of the last system call, at a path.
    init(_ path: String, mayPass: Bool = true) {
        (self.path, reason) = (path, nil)
        code = errno
        isPassing = mayPass && [EMFILE, ENFILE, ENOMEM, ENOENT].contains(code)
    }

    /// Creates a failure without a system call.
    init(_ path: String, because reason: String) {
        (self.path, self.reason, code, isPassing) = (path, reason, 0, false)
    }

    var description: String { "\(path): \(reason ?? String(cString: strerror(code)))" }
}
