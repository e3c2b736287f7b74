package import Foundation

/// A real server of PostgreSQL with a database of its own, for tests.
package final class PostgresServer {
    /// No server is installed, or it doesn't start.
    package struct NoServer: Error, CustomStringConvertible {
        package let description: String
    }

    private let folder: URL
    private let programs: URL
    /// Where the tables and the log of changes are; nil means in the folder.
    private let (tables, log): (SmallDisk?, SmallDisk?)
    private var process: Process?

    private var data: String { (tables?.folder ?? folder).appending(path: "data").path }

    /// The connection string.
    package var address: String { "host=\(folder.path) dbname=postgres user=tester" }

    /// Where it listens.
    package var socket: String { folder.appending(path: ".s.PGSQL.5432").path }

    private var isRunning: Bool { process?.isRunning == true }

    private init(tables: SmallDisk?, log: SmallDisk?) throws {
        (self.tables, self.log) = (tables, log)
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
    ///
    /// - Parameters:
    ///   - tables: Where its tables are; nil means on the disk of the machine.
    ///   - log: Where its log of changes is; nil means on the disk of the machine.
    package static func running(tablesOn tables: SmallDisk? = nil, logOn log: SmallDisk? = nil) async throws
        -> PostgresServer
    {
        let server = try PostgresServer(tables: tables, log: log)
        try server.create()
        try await server.start()
        return server
    }

    /// Creates the database.
    private func create() throws {
        // The server refuses to run as root.
        for place in [folder, tables?.folder, log?.folder].compactMap(\.self) where getuid() == 0 {
            try run(["/usr/bin/chown", "postgres", place.path])
        }
        // Files of the log take their space before they are used: for a small disk, they are small.
        let options = [
            "--wal-segsize=\(log == nil ? 16 : 1)", "--waldir=\((log?.folder ?? folder).appending(path: "log").path)",
        ]
        let initdb = programs.appending(path: "initdb").path
        try run([initdb, "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "-N"] + options)
    }

    /// Starts the server, and returns when it answers.
    package func start() async throws {
        let words = [
            programs.appending(path: "postgres").path, "-D", data, "-k", folder.path, "-c", "listen_addresses=", "-c",
            "max_connections=60",
        ]
        process = try launch(words)
        for _ in 0..<1_000 where isRunning {
            if try isReady() { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw NoServer(description: "the server of PostgreSQL doesn't start")
    }

    /// Starts the server if it has ended, and returns when it answers.
    package func restore() async throws {
        for _ in 0..<1_000 where isRunning {
            if try isReady() { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        try await start()
    }

    private func isReady() throws -> Bool {
        let isReady = try launch([programs.appending(path: "pg_isready").path, "-q", "-h", folder.path])
        isReady.waitUntilExit()
        return isReady.terminationStatus == 0
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

    /// Returns what the server says to a command.
    package func answer(to command: String) throws -> String {
        let (output, client) = (Pipe(), Process())
        try launch(words(for: command), in: client, output: output)
        let text = output.fileHandleForReading.readDataToEndOfFile()
        client.waitUntilExit()
        return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Begins a command of another client, which ends when that process does.
    package func begin(_ command: String) throws -> Process { try launch(words(for: command)) }

    private func words(for command: String) -> [String] {
        [programs.appending(path: "psql").path, "-h", folder.path, "-U", "tester", "postgres", "-XAtc", command]
    }

    private func signal(_ number: Int32) {
        guard let process else { return }
        let number = "-\(number)"
        // The processes of connections first: a server restarts when one of them ends by a signal.
        _ = try? run(["/usr/bin/pkill", number, "-P", "\(process.processIdentifier)"])
        _ = try? run(["/bin/kill", number, "\(process.processIdentifier)"])
    }

    @discardableResult
    private func run(_ words: [String]) throws -> Process {
        let process = try launch(words)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw NoServer(description: "\(words[0]) fails") }
        return process
    }

    @discardableResult
    private func launch(_ words: [String], in process: Process = Process(), output: Pipe? = nil) throws -> Process {
        let isForeign = getuid() == 0 && words[0].hasPrefix("/usr/lib/postgresql")
        process.executableURL = URL(filePath: isForeign ? "/usr/bin/setpriv" : words[0])
        process.arguments =
            isForeign
            ? ["--reuid=postgres", "--regid=postgres", "--clear-groups", "--"] + words : Array(words.dropFirst())
        process.currentDirectoryURL = URL(filePath: "/tmp")
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}
