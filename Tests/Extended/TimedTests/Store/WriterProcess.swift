import Foundation
import Testing

/// A process of the program `cachewriter`.
struct WriterProcess {
    private let id: pid_t
    /// Where what it prints can be read.
    private let output: Int32

    /// Starts one.
    init(_ words: String...) throws {
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "cachewriter")
        try #require(FileManager.default.isExecutableFile(atPath: program.path), "not built: \(program.path)")
        // A named pipe, so that both ends are closed in other programs from the beginning.
        let pipe = "/tmp/resourceful-pipe-\(UInt64.random(in: 0 ... .max))"
        try #require(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        let output = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        let input = open(pipe, O_WRONLY | O_CLOEXEC)
        defer { close(input) }
        try #require(output >= 0 && input >= 0 && fcntl(output, F_SETFL, 0) == 0)
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 1)
        var words = ([program.path] + words).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        try #require(posix_spawn(&process, program.path, &actions, nil, &words, environ) == 0)
        (id, self.output) = (process, output)
    }

    /// Waits until it has printed something.
    func waitForLine() {
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") {}
    }

    /// Waits until it has ended, and returns its exit status, -1 after a signal, and what it has printed.
    @discardableResult
    func wait() -> (status: Int32, output: String) {
        var (bytes, text) = ([UInt8](repeating: 0, count: 4_096), Data())
        while true {
            let count = read(output, &bytes, bytes.count)
            guard count > 0 else { break }
            text += bytes[..<count]
        }
        close(output)
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        return (status & 0x7F == 0 ? status >> 8 & 0xFF : -1, String(decoding: text, as: UTF8.self))
    }

    /// Ends it, wherever it is.
    func kill() { Foundation.kill(id, SIGKILL) }

    /// Stops it, wherever it is; returns when it stands still.
    func stop() {
        Foundation.kill(id, SIGSTOP)
        var status: Int32 = 0
        while waitpid(id, &status, WUNTRACED) < 0, errno == EINTR {}
    }

    /// Lets it go on.
    func resume() { Foundation.kill(id, SIGCONT) }
}
