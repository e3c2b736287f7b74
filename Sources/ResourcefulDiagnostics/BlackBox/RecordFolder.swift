#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A folder with the records of the last loads that failed.
struct RecordFolder: Sendable {
    private let folder: URL
    private let limit: Int
    /// The number of the last record of this process, so that no two have the same name.
    private static let lastNumber = Locked(0)

    init(_ folder: URL, limit: Int) { (self.folder, self.limit) = (folder, limit) }

    /// Writes a record, and removes the oldest ones. A disk that fails changes nothing for the load.
    func write(_ record: BlackBox.Record) {
        let data = record.data
        let moment = Self.moment(Date())
        let number = Self.lastNumber.withLock { number in
            number += 1
            return number
        }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            guard isSafe else { return }
            let name = "\(moment)-\(getpid())-\(Self.padded(number)).box"
            try RecordFile.write(data, to: folder.appending(path: name))
            removeOldest(but: name)
        } catch {
            // The record is still in memory.
        }
    }

    /// Removes the oldest records, but not the one that was just written. Those with a later time than now come first:
    /// they were written before the clock was set back, or planted.
    private func removeOldest(but new: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let now = "\(Self.moment(Date()))~"
        let records = names.filter { $0.hasPrefix("load-") && $0.hasSuffix(".box") && isOwn($0) }.sorted()
        let oldest = records.filter { $0 > now && $0 != new } + records.filter { $0 < now && $0 != new }
        for name in oldest.dropLast(limit - 1) { unlink(folder.appending(path: name).path) }
        // A process that has died while it wrote leaves a file that isn't a record.
        for name in names where name.hasPrefix("load-") && name.hasSuffix(".new") {
            let path = folder.appending(path: name).path
            let date = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
            if let date, date.timeIntervalSinceNow < -Self.longestWrite { unlink(path) }
        }
    }

    /// Whether only this user and root can change the folder, and a link to it.
    private var isSafe: Bool {
        var status = stat()
        let isOwn = lstat(folder.path, &status) == 0 && [geteuid(), 0].contains(status.st_uid)
        guard isOwn, stat(folder.path, &status) == 0 else { return false }
        return [geteuid(), 0].contains(status.st_uid) && status.st_mode & (S_IWGRP | S_IWOTH) == 0
    }

    /// Whether a name belongs to a file of this user.
    private func isOwn(_ name: String) -> Bool {
        var status = stat()
        return lstat(folder.appending(path: name).path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && status.st_uid == geteuid()
    }

    /// The seconds after which a file is no longer being written.
    private static let longestWrite = 600.0

    /// Returns the beginning of a file name, which has nothing of the load but its time, so that names sort by time.
    private static func moment(_ date: Date) -> String {
        let text = HARExchange.time(date).filter { $0.isNumber || $0 == "T" }
        return "load-\(text)"
    }

    private static func padded(_ number: Int) -> String {
        String(repeating: "0", count: max(0, 6 - "\(number)".count)) + "\(number)"
    }
}

/// A file that only its owner can read.
enum RecordFile {
    /// Writes bytes to a file next to its place, and moves it there.
    ///
    /// - Throws: ``RecordFailure`` with the system's error.
    static func write(_ data: Data, to file: URL) throws {
        let path = file.path
        let aside = "\(path).\(UInt64.random(in: 0 ... .max)).new"
        let descriptor = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw RecordFailure() }
        var (written, failure) = (0, RecordFailure?.none)
        while written < data.count, failure == nil {
            let count = data.withUnsafeBytes { writeBytes($0[written...], to: descriptor, at: written) }
            if count > 0 { written += count } else { failure = RecordFailure() }
        }
        if close(descriptor) != 0, failure == nil { failure = RecordFailure() }
        if failure == nil, rename(aside, path) != 0 { failure = RecordFailure() }
        guard let failure else { return }
        unlink(aside)
        throw failure
    }
}

/// The failure of a system call, which leaves a record in memory alone.
private struct RecordFailure: Error {
    let code = errno
}
