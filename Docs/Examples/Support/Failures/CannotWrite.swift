import Resourceful

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A file or a folder that can't be written. A program checks this before it does anything else.
public struct CannotWrite: Complaining, Equatable {
    private let path, reason: String

    public init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

    /// Throws unless the file can be written. Creates it, and the folders that it is in, if they don't exist.
    public static func check(file path: String) throws(CannotWrite) {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw CannotWrite(path, String(cString: strerror(errno))) }
        close(descriptor)
    }

    /// Throws unless files can be written into the folder. Creates it if it doesn't exist.
    public static func check(folder path: String) throws(CannotWrite) {
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard access(path, W_OK | X_OK) == 0 else { throw CannotWrite(path, String(cString: strerror(errno))) }
    }

    public var complaint: Complaint {
        Complaint(
            "\(path) can't be written: \(reason)", hint: "Choose another place, or check who may write there.",
            status: .cannotCreate)
    }
}
