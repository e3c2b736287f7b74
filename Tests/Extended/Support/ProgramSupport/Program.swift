package import Foundation
import Testing

/// An example as a program of its own.
package enum Program {
    package struct Outcome: Sendable {
        package let status: Int32
        package let output: String
        package let errors: String
    }

    /// Runs an example, and waits for its end.
    ///
    /// - Parameters:
    ///   - arguments: What it is told.
    ///   - name: The example.
    ///   - environment: What is added to the environment of the tests, without their own choices for a terminal.
    ///   - terminal: The path of a terminal that it writes to; nil for a file.
    ///   - hasErrors: Whether its errors appear there, too.
    ///   - act: What is done with the process while it runs.
    package static func run(
        _ arguments: [String], of name: String = "episodes", environment: [String: String] = [:],
        in terminal: String? = nil, withErrors hasErrors: Bool = false, while act: (pid_t) throws -> Void = { _ in }
    ) throws -> Outcome {
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
        try #require(FileManager.default.isExecutableFile(atPath: program.path), "not built: \(program.path)")
        // Not by `Process`, which reads the list of open descriptors and crashes now and then when others open some.
        let output = try TemporaryOutput()
        let errors = try TemporaryOutput()
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let terminal {
            posix_spawn_file_actions_addopen(&actions, 1, terminal, O_WRONLY | O_NOCTTY, 0)
        } else {
            posix_spawn_file_actions_adddup2(&actions, output.descriptor, 1)
        }
        posix_spawn_file_actions_adddup2(&actions, hasErrors ? 1 : errors.descriptor, 2)
        var words = ([program.path] + arguments).map { strdup($0) } + [nil]
        var variables = variables(with: environment).map { strdup($0) } + [nil]
        defer { for word in words + variables { free(word) } }
        var process = pid_t()
        try #require(posix_spawn(&process, program.path, &actions, nil, &words, &variables) == 0)
        var status: Int32 = 0
        try act(process)
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // The exit status stands in the second byte; a signal would stand in the first.
        return Outcome(
            status: status & 0x7F == 0 ? status >> 8 & 0xFF : -1, output: try output.text(), errors: try errors.text())
    }

    private static func variables(with more: [String: String]) -> [String] {
        let own = ProcessInfo.processInfo.environment.filter { !["NO_COLOR", "COLUMNS", "TERM"].contains($0.key) }
        return own.merging(more) { $1 }.map { "\($0.key)=\($0.value)" }
    }

    /// A file for what a program writes, gone when it is no longer used.
    private struct TemporaryOutput: ~Copyable {
        private let path = "/tmp/resourceful-output-\(UInt64.random(in: 0 ... .max))"
        let descriptor: Int32

        init() throws {
            descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            try #require(descriptor >= 0)
        }

        deinit {
            close(descriptor)
            unlink(path)
        }

        func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
    }
}

/// The name of a folder that is not there yet, and is gone when it is no longer used.
package struct TemporaryFolder: ~Copyable {
    package let path = "/tmp/resourceful-episodes-\(UInt64.random(in: 0 ... .max))"

    package init() {}

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
