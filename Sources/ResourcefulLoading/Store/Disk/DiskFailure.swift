#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A call of the operating system that failed.
struct DiskFailure: Error, CustomStringConvertible {
    let path: String
    let code: Int32
    /// Whether it will soon be over, or is no fault of the folder: too many open files, no memory, somebody who removes
    /// the folder at the same time.
    let isPassing: Bool

    /// The failure of the call before, at a path.
    init(_ path: String, mayPass: Bool = true) {
        self.path = path
        code = errno
        isPassing = mayPass && [EMFILE, ENFILE, ENOMEM, ENOENT].contains(code)
    }

    var description: String { "\(path): \(String(cString: strerror(code)))" }
}
