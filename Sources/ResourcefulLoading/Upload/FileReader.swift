#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// An open file, and its size when it was opened.
package struct FileReader: ~Copyable {
    private let path: String
    private let descriptor: Int32
    package let count: Int

    /// Opens a file.
    ///
    /// - Throws: ``RequestError`` if it doesn't exist, isn't a file or can't be read.
    package init(_ url: URL) throws(RequestError) {
        let path = url.path(percentEncoded: false)
        // Without O_NONBLOCK, opening a named pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw RequestError("the file \(path) can't be read: \(String(cString: strerror(errno)))")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw RequestError("\(path) is not a file")
        }
        self.path = path
        self.descriptor = descriptor
        count = Int(clamping: status.st_size)
    }

    deinit { close(descriptor) }

    /// Copies at least one byte from an offset.
    ///
    /// - Throws: ``RequestError`` if the file can't be read or has become shorter.
    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(RequestError) -> Int {
        let copied = readBytes(of: descriptor, at: offset, into: buffer)
        if copied > 0 { return copied }
        guard copied < 0 else { throw RequestError("the file \(path) became shorter while it was sent") }
        throw RequestError("the file \(path) can't be read: \(String(cString: strerror(errno)))")
    }
}
