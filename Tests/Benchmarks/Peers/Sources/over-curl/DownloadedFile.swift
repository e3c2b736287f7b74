import Resourceful
import ResourcefulDownloads

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A file for a body that is written as it arrives, gone when it is no longer used.
struct DownloadedFile: ~Copyable {
    /// The system refused.
    struct Failed: Error {
        let code: Int32
    }

    private let path: String
    private let descriptor: Int32

    init() throws {
        path = "/tmp/resourceful-benchmark-\(UInt64.random(in: 0 ... .max))"
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failed(code: errno) }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    func write(_ piece: Data) throws {
        var rest = piece[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failed(code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    func size() throws -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failed(code: errno) }
        return Int(status.st_size)
    }
}
