import Foundation
import NIOConcurrencyHelpers
import ResourcefulRedis
import Testing

/// A real server of Redis or Valkey, at a socket of its own. It writes each change to the disk before it answers.
final class RedisServer {
    private var process: Process?
    private let folder: URL
    private let program: String

    var socket: String { folder.appending(path: "s").path }

    init() throws {
        let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let programs = ["valkey-server", "redis-server"].flatMap { name in places.map { "\($0)/\(name)" } }
        program = try #require(programs.first { FileManager.default.isExecutableFile(atPath: $0) }, "run Tests/run")
        folder = URL(filePath: "/tmp/resourceful-redis-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A server that answers.
    static func running() async throws -> RedisServer {
        let server = try RedisServer()
        try await server.start()
        return server
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts the server, and returns when it answers.
    func start(_ options: String...) async throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments =
            [
                "--port", "0", "--unixsocket", socket, "--dir", folder.path, "--save", "", "--appendonly", "yes",
                "--appendfsync", "always",
            ] + options
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        for _ in 0..<1_000 where !isAnswering { try await Task.sleep(for: .milliseconds(10)) }
        try #require(isAnswering)
    }

    private var isAnswering: Bool {
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }

    /// Ends the server, wherever it is.
    func kill() {
        guard let process, process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Stops it, wherever it is, and lets it go on.
    func pause() { process.map { _ = Foundation.kill($0.processIdentifier, SIGSTOP) } }
    func resume() { process.map { _ = Foundation.kill($0.processIdentifier, SIGCONT) } }
}

/// What a store says of its connection.
final class RedisEvents: Sendable {
    private let lines = NIOLockedValueBox<[String]>([])
    var all: [String] { lines.withLockedValue { $0 } }
    func add(_ event: RedisEvent) { lines.withLockedValue { $0.append("\(event)") } }
}
