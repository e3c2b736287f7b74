import Foundation

/// A real server of Redis or Valkey, at a socket of its own, for tests and the program `fleet`. It writes each change
/// to the disk before it answers.
package final class RedisServer {
    /// No server is installed, or it doesn't start.
    package struct NoServer: Error, CustomStringConvertible {
        package let description: String
    }

    private var process: Process?
    private let folder: URL
    private let program: String

    /// What the server is started with, each time.
    private let options: [String]

    package var socket: String { folder.appending(path: "s").path }

    /// Where it listens, if not at the socket alone.
    package let port: Int

    package init(_ options: [String] = [], port: Int = 0) throws {
        (self.options, self.port) = (options, port)
        let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let programs = ["valkey-server", "redis-server"].flatMap { name in places.map { "\($0)/\(name)" } }
        guard let program = programs.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            throw NoServer(description: "there is no redis-server or valkey-server: Tests/run installs one")
        }
        self.program = program
        folder = URL(filePath: "/tmp/resourceful-redis-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A server that answers.
    package static func running(_ options: [String] = [], port: Int = 0) async throws -> RedisServer {
        let server = try RedisServer(options, port: port)
        try await server.start()
        return server
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts the server, and returns when it answers.
    package func start(_ options: String...) async throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments =
            [
                "--port", "0", "--unixsocket", socket, "--dir", folder.path, "--save", "", "--appendonly", "yes",
                "--appendfsync", "always",
            ] + self.options + options
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        for _ in 0..<1_000 where !isAnswering { try await Task.sleep(for: .milliseconds(10)) }
        guard isAnswering else { throw NoServer(description: "\(program) doesn't start") }
    }

    // At first, it may accept connections while it still reads its data. It may want a password.
    private var isAnswering: Bool {
        let answer = answer(to: "PING\r\n")
        return answer.hasPrefix("+PONG") || answer.hasPrefix("-NOAUTH")
    }

    /// The keys that it has, if none has a line feed.
    package var keys: [String] {
        answer(to: "KEYS *\r\n").split(separator: "\r\n").map(String.init).filter { !"*$".contains($0.first ?? "$") }
    }

    /// The number of its connections, with the one that asks.
    package var clients: Int { answer(to: "CLIENT LIST\r\n").matches(of: /id=\d+ addr=/).count }

    /// How long it keeps a key, in milliseconds; -1 if it never expires.
    package func life(of key: String) -> Int {
        Int(answer(to: "PTTL \(key)\r\n").dropFirst().prefix { $0 != "\r" && $0 != "\r\n" }) ?? -3
    }

    /// Ends all connections of its clients.
    package func dropConnections(password: String) -> Bool {
        answer(to: "AUTH \(password)\r\n").hasPrefix("+OK")
            && answer(to: "AUTH \(password)\r\nCLIENT KILL TYPE normal\r\n").hasPrefix("+OK")
    }

    /// Sends commands over a connection of their own, and returns what comes first.
    package func answer(to commands: String) -> String {
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.utf8) }
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isConnected, write(descriptor, commands, commands.utf8.count) == commands.utf8.count else { return "" }
        var answer = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(descriptor, &answer, answer.count)
        return String(decoding: answer.prefix(max(0, count)), as: UTF8.self)
    }

    /// Ends the server, wherever it is.
    package func kill() {
        guard let process, process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Stops it, wherever it is.
    package func pause() { process.map { _ = Foundation.kill($0.processIdentifier, SIGSTOP) } }
    /// Lets it go on.
    package func resume() { process.map { _ = Foundation.kill($0.processIdentifier, SIGCONT) } }
}
