import Foundation
import ResourcefulCore
import ResourcefulLoading
import ResourcefulTesting
import Testing

/// Processes that are killed while they download, and others that go on. The long run is asked for by
/// RESOURCEFUL_LONG_TESTS=1.
@Suite(.permit, .blocking) struct DownloadProcessTests {
    private static let isLong = ProcessInfo.processInfo.environment["RESOURCEFUL_LONG_TESTS"] == "1"
    private let folder = DownloadFolder()

    /// Starts the program `downloader`.
    private func start(_ url: URL, _ words: String...) throws -> (id: pid_t, output: String) {
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "downloader")
        try #require(FileManager.default.isExecutableFile(atPath: program.path), "not built: \(program.path)")
        let output = "/tmp/resourceful-downloader-\(UInt64.random(in: 0 ... .max))"
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        var words = ([program.path, url.absoluteString, folder.file.path] + words).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        try #require(posix_spawn(&process, program.path, &actions, nil, &words, environ) == 0)
        return (process, output)
    }

    /// Waits for its end: the exit status, -1 after a signal, and what it has printed.
    private func wait(_ process: (id: pid_t, output: String)) -> (status: Int32, output: String) {
        var status: Int32 = 0
        while waitpid(process.id, &status, 0) < 0, errno == EINTR {}
        defer { unlink(process.output) }
        let text = (try? String(contentsOfFile: process.output, encoding: .utf8)) ?? ""
        return (status & 0x7F == 0 ? status >> 8 & 0xFF : -1, text)
    }

    /// What has come.
    private var partial: Data { folder.bytes(".file.bin.partial") ?? Data() }

    @Test func `what killed processes have left is gone on from, and is right in the end`() throws {
        let body = content(300_000)
        let file = Response(headerFields: ["ETag": #""1""#], body: body)
        let server = try LoopbackServer(answering: { request in
            .throttled(.response(file.ranged(for: request)), bytesPerSecond: 6_000_000)
        })
        defer { server.stop() }
        var numbers = SplitMix64(seed: .random(in: 0 ... .max))
        var (kills, resumed) = (0, 0)
        for _ in 0..<(Self.isLong ? 100 : 1) {
            for _ in 0..<3 {
                let before = partial.count
                let process = try start(server.baseURL)
                // Now and then before anything is there.
                for _ in 0..<Int.random(in: 0...100, using: &numbers) where partial.count == before { usleep(1_000) }
                usleep(UInt32.random(in: 0..<30_000, using: &numbers))
                kill(process.id, SIGKILL)
                kills += wait(process).status == -1 ? 1 : 0
                #expect(folder.bytes() == nil || folder.bytes() == body)
                #expect(body.starts(with: partial))
            }
            let last = wait(try start(server.baseURL))
            #expect(last.status == 0 && folder.bytes() == body, "\(last)")
            #expect(folder.names == ["file.bin"])
            resumed += Int(last.output.dropLast()) ?? 0 > 0 ? 1 : 0
            try? FileManager.default.removeItem(at: folder.file)
        }
        if Self.isLong { print("\(kills) processes were killed, and \(resumed) of 100 downloads went on from there") }
        #expect(resumed > 0 || !Self.isLong)
    }

    @Test func `a file that can't grow is a clear error, and what has come is kept`() throws {
        let body = content(300_000)
        let file = Response(headerFields: ["ETag": #""1""#], body: body)
        let server = try LoopbackServer { file.ranged(for: $0) }
        defer { server.stop() }
        let limited = wait(try start(server.baseURL, "200000"))
        #expect(limited.status == 1)
        #expect(limited.output.contains("can't be written"), "\(limited.output)")
        #expect(folder.bytes(".file.bin.partial") == body.prefix(200_000))
        let last = wait(try start(server.baseURL))
        #expect(last.output == "200000\n" && folder.bytes() == body)
    }
}
