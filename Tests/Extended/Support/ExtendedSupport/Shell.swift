import Testing

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The system's own shell, which reads what is pasted into it.
package enum Shell {
    /// Whether there is a program of that name; a test that needs it is skipped without.
    package static func has(_ program: String) -> Bool { (try? run("command -v \(program) >/dev/null")) == 0 }

    /// Runs a script by `sh`, which nothing but POSIX is asked of; returns its status.
    @discardableResult package static func run(_ script: String) throws -> Int32 {
        let file = temporaryFile()
        let path = "PATH=/usr/local/bin:/usr/bin:/bin"
        try write(Data((path + "\n" + script + "\n").utf8), to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var process = pid_t()
        let words: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup(file.path), nil]
        defer { for word in words { free(word) } }
        // Not Foundation's: it closes descriptors that other tests have just opened.
        let code = posix_spawn(&process, "/bin/sh", nil, nil, words, nil)
        try #require(code == 0)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return (status >> 8) & 0xFF
    }

    /// Writes a file; not as Foundation does, which waits until the disk has it.
    package static func write(_ bytes: Data, to file: URL) throws {
        let stream = try #require(fopen(file.path, "wb"))
        defer { fclose(stream) }
        try #require(bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, stream) } == bytes.count)
    }

    package static func temporaryFile() -> URL { URL(filePath: "/tmp/resourceful-\(UInt64.random(in: 0 ... .max))") }
}
