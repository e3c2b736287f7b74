import Foundation

/// A real server of PostgreSQL with a database of its own, for tests.
package final class PostgresServer {
    /// No server is installed, or it doesn't start.
    package struct NoServer: Error, CustomStringConvertible {
        package let description: String
    }

    private let folder: URL
    private let programs: URL
    private var process: Process?

    /// The connection string.
    package var address: String { "host=\(folder.path) dbname=postgres user=tester" }

    package init() throws {
        let versions = URL(filePath: "/usr/lib/postgresql")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: versions.path)) ?? []
        guard let version = names.max(by: { (Int($0) ?? 0) < (Int($1) ?? 0) }) else {
            throw NoServer(description: "there is no server of PostgreSQL: Tests/run installs one")
        }
        programs = versions.appending(path: "\(version)/bin")
        folder = URL(filePath: "/tmp/resourceful-postgres-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// A server that answers.
    package static func running() async throws -> PostgresServer {
        let server = try PostgresServer()
        try server.create()
        try await server.start()
        return server
    }

    /// Creates the database.
    private func create() throws {
        let data = folder.appending(path: "data").path
        // The server refuses to run as root.
        if getuid() == 0 { try run("/usr/bin/chown", "postgres", folder.path) }
        try run(programs.appending(path: "initdb").path, "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "-N")
    }

    /// Starts the server, and returns when it answers.
    package func start() async throws {
        let words = [
            programs.appending(path: "postgres").path, "-D", folder.appending(path: "data").path, "-k", folder.path,
            "-c",
            "listen_addresses=", "-c", "max_connections=60",
        ]
        process = try launch(words)
        for _ in 0..<1_000 {
            let isReady = try launch([programs.appending(path: "pg_isready").path, "-q", "-h", folder.path])
            isReady.waitUntilExit()
            if isReady.terminationStatus == 0 { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw NoServer(description: "the server of PostgreSQL doesn't start")
    }

    /// Ends the server, wherever it is. The processes of its connections end with it.
    package func kill() {
        guard let process, process.isRunning else { return }
        signal(SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    /// Stops it, wherever it is, with the processes of its connections.
    package func pause() { signal(SIGSTOP) }
    /// Lets it go on.
    package func resume() { signal(SIGCONT) }

    private func signal(_ number: Int32) {
        guard let process else { return }
        let number = "-\(number)"
        // The processes of connections first: a server restarts when one of them ends by a signal.
        _ = try? run("/usr/bin/pkill", number, "-P", "\(process.processIdentifier)")
        _ = try? run("/bin/kill", number, "\(process.processIdentifier)")
    }

    @discardableResult
    private func run(_ words: String...) throws -> Process {
        let process = try launch(words)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw NoServer(description: "\(words[0]) fails") }
        return process
    }

    private func launch(_ words: [String]) throws -> Process {
        let process = Process()
        let isForeign = getuid() == 0 && words[0].hasPrefix("/usr/lib/postgresql")
        process.executableURL = URL(filePath: isForeign ? "/usr/bin/setpriv" : words[0])
        process.arguments =
            isForeign
            ? ["--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] + words : Array(words.dropFirst())
        process.currentDirectoryURL = URL(filePath: "/tmp")
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}
