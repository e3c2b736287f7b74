#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A file in the folder of a cache that has one of our names and isn't a folder.
struct FolderFile {
    let name: String
    let size: Int
    /// The time at which it was written or used, in nanoseconds.
    let used: Int64

    /// Creates a description of the file with a name, if there is one.
    init?(_ name: String, in folder: String) {
        var status = stat()
        guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return nil }
        self.name = name
        // Keeps sums of sizes from overflowing, whatever the folder contains.
        size = Int(clamping: min(Int64(status.st_size), 1 << 40))
        used = modificationTime(status).nanoseconds
    }

    /// Whether it is at the place of an entry: neither being written nor being replaced.
    var isEntry: Bool { EntryName.isEntry(name) }

    /// Returns all files in a folder that have one of our names.
    ///
    /// - Throws: ``DiskFailure`` if the folder can't be read.
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
