import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The bytes of a body as they are sent: from memory, or from a file that is read piece by piece.
struct UploadSource: ~Copyable {
    private let data: Data
    private let descriptor: Int32?
    private var offset = 0

    /// How many bytes there are in all.
    let count: Int

    /// No bytes.
    init() {
        data = Data()
        descriptor = nil
        count = 0
    }

    /// Opens the file of a body, if it has one.
    ///
    /// - Throws: `RequestError` when the file is not there, is no file or can't be read.
    init(_ body: Body?) throws(RequestError) {
        guard let file = body?.file else {
            data = body?.data ?? Data()
            descriptor = nil
            count = data.count
            return
        }
        let path = file.path(percentEncoded: false)
        // Without O_NONBLOCK, to open a named pipe would wait for somebody who writes to it.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw RequestError("the file \(path) can't be read: \(String(cString: strerror(errno)))")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw RequestError("\(path) is not a file")
        }
        data = Data()
        self.descriptor = descriptor
        count = Int(status.st_size)
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// Copies the next bytes, as many as there is room for.
    ///
    /// - Returns: how many were copied, 0 at the end; nil when the file can't be read or has become shorter.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let wanted = min(buffer.count, count - offset)
        guard wanted > 0 else { return 0 }
        if let descriptor {
            var copied: Int
            repeat {
                copied = pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
            } while copied < 0 && errno == EINTR
            guard copied > 0 else { return nil }
            offset += copied
            return copied
        }
        let start = data.startIndex + offset
        data.copyBytes(to: buffer, from: start..<(start + wanted))
        offset += wanted
        return wanted
    }

    /// Goes back or forth to a byte; false when there is none of that number.
    mutating func seek(to offset: Int) -> Bool {
        guard (0...count).contains(offset) else { return false }
        self.offset = offset
        return true
    }
}
