import Foundation

/// A file system of its own in memory, which a test fills. Only root may mount one.
package final class SmallDisk: Sendable {
    /// The file system can't be mounted or filled.
    package struct NoDisk: Error, CustomStringConvertible {
        package let description: String
    }

    /// Whether this process may mount a file system.
    package static let isPermitted = (try? SmallDisk(megabytes: 1)) != nil

    let folder: URL
    private var filler: URL { folder.appending(path: "filler") }

    /// Mounts an empty file system. Those of processes that have ended without unmounting theirs go first.
    package init(megabytes: Int) throws {
        Self.removeLeftovers()
        folder = Self.parent.appending(path: "\(Self.prefix)\(getpid())-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        guard Self.run("mount", "-t", "tmpfs", "-o", "size=\(megabytes)m", "tmpfs", folder.path) else {
            try? FileManager.default.removeItem(at: folder)
            throw NoDisk(description: "a file system can't be mounted at \(folder.path)")
        }
    }

    deinit { Self.unmount(folder) }

    /// Takes all the space that is left.
    package func fill() throws {
        let descriptor = open(filler.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        guard descriptor >= 0 else { throw NoDisk(description: "\(filler.path) can't be opened") }
        defer { close(descriptor) }
        let zeros = [UInt8](repeating: 0, count: 4_096)
        while write(descriptor, zeros, zeros.count) > 0 {}
        guard errno == ENOSPC else { throw NoDisk(description: "\(filler.path) can't be written") }
    }

    /// Gives the space back.
    package func free() throws { try FileManager.default.removeItem(at: filler) }

    // MARK: Mounting

    private static let parent = URL(filePath: "/tmp")
    private static let prefix = "resourceful-disk-"

    private static func removeLeftovers() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let owner = name.dropFirst(prefix.count).prefix { $0 != "-" }
            if let owner = pid_t(owner), kill(owner, 0) != 0 { unmount(parent.appending(path: name)) }
        }
    }

    /// Unmounts a file system even if a process still uses it.
    private static func unmount(_ folder: URL) {
        _ = run("umount", "-l", folder.path)
        // Not with its contents: if it is still mounted, somebody must look.
        rmdir(folder.path)
    }

    private static func run(_ words: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
