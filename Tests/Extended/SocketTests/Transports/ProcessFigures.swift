import Foundation
import Testing
import TransportSupport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that is gone when it is no longer used.
struct TemporaryFile: ~Copyable {
    let url = URL(filePath: "/tmp/resourceful-\(UInt64.random(in: 0 ... .max)).bin")

    init(_ content: Data) throws { try content.write(to: url) }

    /// A file of so many zeros, which take no room on the disk.
    init(zeros count: Int) throws {
        try Data().write(to: url)
        try #require(truncate(url.path, off_t(count)) == 0)
    }

    deinit { unlink(url.path) }
}

/// Ends this process, as a failure unless told otherwise, when it does not end by itself: so a hang is a failure, too.
func startWatchdog(after seconds: UInt32 = 120, endingWith code: Int32 = EXIT_FAILURE) {
    Thread.detachNewThread {
        sleep(seconds)
        _exit(code)
    }
}

/// The most memory that this process has had, in megabytes.
func peakMegabytes() throws -> Int { try memoryMegabytes("VmHWM:") }

/// The memory that this process has now, in megabytes, without the code of libraries: that is read from the disk, and a
/// system may forget and read it again at any time.
func megabytesOfItsOwn() throws -> Int { try memoryMegabytes("RssAnon:") }

private func memoryMegabytes(_ name: String) throws -> Int {
    let status = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name) })
    let kilobytes = try #require(line.split { !$0.isNumber }.first.flatMap { Int($0) })
    return kilobytes / 1024
}

/// The number of descriptors that this process has open.
func descriptorCount() -> Int { entryCount("/proc/self/fd") }

/// The number of threads of this process.
func threadCount() -> Int { entryCount("/proc/self/task") }

/// What each descriptor of this process is, for the message of a test that has found too many.
func descriptors() -> [String] {
    (0..<64).compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
}

private func entryCount(_ path: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
}

extension Subject {
    /// Waits until a task that was canceled in the queue isn't sent any more. URLSession on Linux takes it out in its
    /// own time, and tells nobody; a place that is free before goes to it.
    func takesCanceledTasksOutOfItsQueue() async throws {
        if isURLSessionOnLinux { try await Task.sleep(for: .seconds(2)) }
    }
}
