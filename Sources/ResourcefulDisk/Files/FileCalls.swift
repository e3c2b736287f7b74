#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Makes a system call, and repeats it if a signal interrupts it.
func uninterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
        let result = call()
        guard result == -1, errno == EINTR else { return result }
    }
}

/// Copies bytes of a file from an offset, as many as fit.
///
/// - Returns: The number of bytes; 0 at the file's end, and if none fit; -1 for an error, which is in `errno`.
func readBytes(of descriptor: Int32, at place: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    return uninterrupted { pread(descriptor, start, buffer.count, off_t(place)) }
}

/// Writes bytes into a file at an offset.
///
/// - Returns: The number of bytes written, which may be fewer than given; -1 for an error, which is in `errno`.
func writeBytes(_ bytes: UnsafeRawBufferPointer.SubSequence, to descriptor: Int32, at place: Int) -> Int {
    guard let start = UnsafeRawBufferPointer(rebasing: bytes).baseAddress else { return 0 }
    return uninterrupted { pwrite(descriptor, start, bytes.count, off_t(place)) }
}

/// Prints a line to standard error.
func printLine(_ text: String) {
    let line = Array("\(text)\n".utf8)
    _ = write(2, line, line.count)
}

/// Waits until the bytes of a file are on its disk. Returns false if that fails.
func isOnDisk(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
        // On Darwin, fsync passes them to the disk, which may keep them in its own memory (fcntl(2), F_FULLFSYNC).
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
}

/// Returns the time at which a file was last changed.
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
