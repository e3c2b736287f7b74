#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Makes a call of the operating system, again when a signal has interrupted it.
func uninterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
        let result = call()
        guard result == -1, errno == EINTR else { return result }
    }
}

/// Copies bytes of a file from a place on, as many as fit.
///
/// - Returns: How many; 0 at the file's end, and when none fit; -1 for an error, which `errno` says.
package func readBytes(of descriptor: Int32, at place: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    return uninterrupted { pread(descriptor, start, buffer.count, off_t(place)) }
}

/// Writes bytes into a file from a place on.
///
/// - Returns: How many, which may be fewer than there are; -1 for an error, which `errno` says.
package func writeBytes(_ bytes: UnsafeRawBufferPointer.SubSequence, to descriptor: Int32, at place: Int) -> Int {
    guard let start = UnsafeRawBufferPointer(rebasing: bytes).baseAddress else { return 0 }
    return uninterrupted { pwrite(descriptor, start, bytes.count, off_t(place)) }
}

/// Waits until the bytes of a file are on its disk; false when that fails.
func isOnDisk(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
        // There, fsync hands them to the disk, which may keep them in its own memory (fcntl(2), F_FULLFSYNC).
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
}

/// When a file was last changed.
func modificationTime(_ status: stat) -> timespec {
    #if canImport(Darwin)
        status.st_mtimespec
    #else
        status.st_mtim
    #endif
}

extension timespec {
    /// The nanoseconds since 1970.
    var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
