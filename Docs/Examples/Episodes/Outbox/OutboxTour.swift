import ExampleSupport
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

/// Starts a process that submits comments, kills it twice, and starts it again until all comments are at the server.
struct OutboxTour {
    /// The folder of the outbox.
    let folder: URL

    /// - Throws: ``NotOnce`` if a comment is missing, or was taken twice, or in the wrong order.
    func run() async throws {
        let terminal = Terminal.output
        try? FileManager.default.removeItem(at: folder)
        let process = Guarded<pid_t>(0)
        let server = try CommentServer(
            ending: { process.withLock { if $0 > 0 { kill($0, SIGKILL) } } },
            showing: { text, what in
                let space = String(repeating: " ", count: max(1, 20 - text.count))
                terminal.say("  \(text)\(space)\(what)")
            })
        defer { server.stop() }
        terminal.say("A server takes comments at \(server.url), and fails on purpose.")
        for attempt in 1...10 {
            terminal.say("\nProcess \(attempt) submits \(CommentWriter.texts.count) comments, and sends what waits.")
            let id = try start(for: server.url)
            process.withLock { $0 = id }
            if try await status(of: id) == 0 { break }
        }
        guard server.comments == CommentWriter.texts else { throw NotOnce() }
        terminal.say(
            "\n\(Wording.count(server.requests, "request")) arrived, and each of the "
                + "\(Wording.count(server.comments.count, "comment")) is there once, in order.")
    }

    #if os(Linux) || os(macOS)
        private func start(for server: URL) throws -> pid_t {
            #if os(Linux)
                let program = "/proc/self/exe"
            #else
                let program = CommandLine.arguments[0]
            #endif
            let words = [
                program, "outbox", "--base-url", server.absoluteString, "--cache-folder",
                folder.deletingLastPathComponent().path(percentEncoded: false),
            ]
            var arguments = words.map { strdup($0) } + [nil]
            var variables = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
            defer { for pointer in arguments + variables { free(pointer) } }
            var process = pid_t()
            let failure = posix_spawn(&process, program, nil, nil, &arguments, &variables)
            guard failure == 0 else { throw CannotWrite(program, String(cString: strerror(failure))) }
            return process
        }

        /// Waits for the end of a process. The value is its status; nil if it was killed.
        private func status(of process: pid_t) async throws -> Int32? {
            var status: Int32 = 0
            while waitpid(process, &status, WNOHANG) == 0 { try await Task.sleep(for: .milliseconds(20)) }
            return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
        }
    #else
        private func start(for server: URL) throws -> pid_t { throw NoProcess() }
        private func status(of process: pid_t) async throws -> Int32? { throw NoProcess() }

        /// A program can't start another one on this platform.
        private struct NoProcess: Complaining {
            var complaint: Complaint { Complaint("no process can be started on this platform", status: .unavailable) }
        }
    #endif
}

/// The comments at the server aren't those that were submitted.
private struct NotOnce: Complaining {
    var complaint: Complaint {
        Complaint("a comment is missing, is there twice, or is in the wrong place", status: .software)
    }
}
