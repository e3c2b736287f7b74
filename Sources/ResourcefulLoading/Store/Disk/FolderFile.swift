#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A file in the folder of a cache that bears a name of ours, and is no folder.
struct FolderFile {
    let name: String
    let size: Int
    /// When it was written or used, in nanoseconds.
    let used: Int64

    /// The file of a name, if there is one.
    init?(_ name: String, in folder: String) {
        var status = stat()
        guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return nil }
        self.name = name
        // So that no sum of sizes is too large for a number, whatever somebody has put there.
        size = Int(clamping: min(Int64(status.st_size), 1 << 40))
        used = modificationTime(status).nanoseconds
    }

    /// Whether it is at the place of an entry: neither still being written, nor being replaced.
    var isEntry: Bool { EntryName.isEntry(name) }

    /// All files of a folder that bear a name of ours.
    ///
    /// - Throws: ``DiskFailure`` when the folder can't be read.
    static func all(in folder: String) throws(DiskFailure) -> [FolderFile] {
        guard let directory = opendir(folder) else { throw DiskFailure(folder) }
        defer { closedir(directory) }
        var files: [FolderFile] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                // The record ends with the name: it may be shorter than the type says.
                String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            }
            guard EntryName.isOurs(name) else { continue }
            if let file = FolderFile(name, in: folder) { files.append(file) }
        }
        return files
    }
}
