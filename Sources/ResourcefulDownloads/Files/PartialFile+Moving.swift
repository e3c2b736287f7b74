#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

// Moving to the final place.
extension PartialFile {
    /// Removes its contents, which are useless.
    mutating func clear() {
        unlink(recordPath)
        ftruncate(descriptor, 0)
        count = 0
    }

    /// Removes it if no download can resume from it.
    func removeIfUseless() {
        guard count == 0 || record == nil else { return }
        unlink(recordPath)
        unlink(path)
    }

    /// Moves it to its place atomically, after its bytes are on the disk.
    ///
    /// - Returns: Its name there.
    mutating func move(to name: String, replacing replaces: Bool) throws -> String {
        guard isOnDisk(descriptor) || errno == EINVAL else { throw fileFailure() }
        let taken = try take(name, replacing: replaces)
        // Last, because a record without its file is harmless. If there was no place, both are kept.
        unlink(recordPath)
        return taken
    }

    private func take(_ name: String, replacing replaces: Bool) throws -> String {
        guard !replaces else {
            guard rename(path, "\(folder)/\(name)") == 0 else { throw fileFailure() }
            return name
        }
        for number in 1...10_000 {
            let candidate = DownloadName.numbered(name, number)
            if try takePlace("\(folder)/\(candidate)") { return candidate }
        }
        throw DownloadError(.file, "there are ten thousand files called \(name) in \(folder)")
    }

    /// Moves it to an unused path. Returns false if the path is in use.
    private func takePlace(_ place: String) throws -> Bool {
        if link(path, place) == 0 {
            unlink(path)
            return true
        }
        if errno == EEXIST { return false }
        // On a file system without links, another process could use the path between these two calls.
        var status = stat()
        guard lstat(place, &status) != 0 else { return false }
        guard rename(path, place) == 0 else { throw fileFailure() }
        return true
    }

    /// Removes the other partial files of the same file that aren't in use.
    static func removeOthers(of name: String, in folder: String) {
        for number in 1...limit {
            let partial = "\(folder)/\(DownloadName.partial(name, number))"
            let record = "\(folder)/\(DownloadName.record(of: DownloadName.partial(name, number)))"
            var status = stat()
            guard lstat(partial, &status) == 0 else { continue }
            guard let descriptor = try? locked(partial) else { continue }
            unlink(record)
            unlink(partial)
            release(descriptor)
        }
    }
}
