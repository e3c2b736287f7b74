import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Unread bytes in a file on the disk that has no name. Close it after use.
struct OverflowFile: Sendable {
    private let descriptor: Int32
    private var written = 0
    private var read = 0

    /// Creates a file that disappears when it is closed, or when the process ends.
    ///
    /// - Throws: `TransportError` if the file can't be created.
    init() throws(TransportError) {
        let path = FileManager.default.temporaryDirectory.appending(path: "resourceful-\(UUID().uuidString)").path
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure }
        unlink(path)
    }

    /// Whether everything is read.
    var isEmpty: Bool { read == written }

    /// Appends bytes.
    ///
    /// - Throws: `TransportError` if the disk has no space.
    mutating func append(_ bytes: Data) throws(TransportError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { writeBytes($0[done...], to: descriptor, at: written) }
            guard count > 0 else { throw Self.failure }
            done += count
            written += count
        }
    }

    /// Returns the next bytes, up to a limit.
    ///
    /// - Throws: `TransportError` if they can't be read.
    mutating func next(_ limit: Int) throws(TransportError) -> Data {
        var bytes = Data(count: min(limit, written - read))
        let count = bytes.withUnsafeMutableBytes { readBytes(of: descriptor, at: read, into: $0) }
        guard count > 0 else { throw Self.failure }
        read += count
        return bytes.prefix(count)
    }

    /// Closes the file.
    func close() { _ = closeDescriptor(descriptor) }

    private static var failure: TransportError {
        TransportError(
            .other, "unread data can't be kept in a file: \(String(cString: strerror(errno)))")
    }
}

private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
