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
package func uninterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
        let result = call()
        guard result == -1, errno == EINTR else { return result }
    }
}

/// Copies bytes of a file from an offset, as many as fit.
///
/// - Returns: The number of bytes; 0 at the file's end, and if none fit; -1 for an error, which is in `errno`.
package func readBytes(of descriptor: Int32, at place: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    return uninterrupted { pread(descriptor, start, buffer.count, off_t(place)) }
}

/// Writes bytes into a file at an offset.
///
/// - Returns: The number of bytes written, which may be fewer than given; -1 for an error, which is in `errno`.
package func writeBytes(_ bytes: UnsafeRawBufferPointer.SubSequence, to descriptor: Int32, at place: Int) -> Int {
    guard let start = UnsafeRawBufferPointer(rebasing: bytes).baseAddress else { return 0 }
    return uninterrupted { pwrite(descriptor, start, bytes.count, off_t(place)) }
}

/// Begins to write a range of a file to its disk, on Linux. It doesn't wait, unless the disk already has too much to
/// write.
package func beginWriting(_ range: Range<Int>, of descriptor: Int32) {
    #if os(Linux)
        // It writes the changed pages, and forgets only those that are unchanged by then.
        posix_fadvise(descriptor, off_t(range.lowerBound), off_t(range.count), POSIX_FADV_DONTNEED)
    #endif
}

/// Waits until the bytes of a file are on its disk. Returns false if that fails.
package func isOnDisk(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
        // On Darwin, fsync passes them to the disk, which may keep them in its own memory (fcntl(2), F_FULLFSYNC).
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(descriptor) == 0
}

/// Writes a line to standard error.
package func writeToStandardError(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(2, bytes, bytes.count)
}
