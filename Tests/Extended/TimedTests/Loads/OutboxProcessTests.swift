import ExtendedSupport
import Foundation
import ResourcefulCore
import ResourcefulLoading
import ResourcefulTesting
import Testing

/// Processes that are killed while they submit and send orders, and others that continue. The long run is asked for by
/// RESOURCEFUL_LONG_TESTS=1.
@Suite(.permit, .blocking) struct OutboxProcessTests {
    private static let isLong = ProcessInfo.processInfo.environment["RESOURCEFUL_LONG_TESTS"] == "1"

    /// A server that takes an order once for each key, and fails a third of the time: before or after it has.
    private final class Shop: Sendable {
        struct State {
            var numbers: SplitMix64
            var taken: [String: [Int]] = [:]
            var keys: [Int: Set<String>] = [:]
            var failures = 0
        }

        let state: Locked<State>

        init(seed: UInt64) { state = Locked(State(numbers: SplitMix64(seed: seed))) }

        func answer(_ request: Request) throws -> Response {
            let json = try JSON(parsing: request.body?.encoded() ?? Data())
            let (lane, order) = (try json.lane.string, Int(try json.order.string) ?? -1)
            let key = request.headerFields["Idempotency-Key"] ?? ""
            return state.withLock { state in
                let fate = state.numbers.next() % 6
                if fate == 0 {
                    state.failures += 1
                    return Response(status: 503)
                }
                if state.keys[order]?.contains(key) != true { state.taken[lane, default: []].append(order) }
                state.keys[order, default: []].insert(key)
                if fate == 1 { state.failures += 1 }
                return Response(status: fate == 1 ? 500 : 201)
            }
        }
    }

    private func start(
        _ url: URL, _ folder: URL, _ count: Int, fullFor: Int = 0
    ) throws -> (id: pid_t, output: String) {
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appending(path: "outboxwriter")
        try #require(FileManager.default.isExecutableFile(atPath: program.path), "not built: \(program.path)")
        let output = Shell.temporaryFile().path
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        let arguments: [String] = [program.path, url.absoluteString, folder.path, "\(count)", "\(fullFor)"]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
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

    @Test func `what killed processes have submitted is taken once, in order`() throws {
        let (count, kills, life) = Self.isLong ? (10_000, 200, UInt32(3_000_000)) : (120, 12, 400_000)
        let seed = UInt64.random(in: 0 ... .max)
        let shop = Shop(seed: seed)
        let server = try LoopbackServer { try shop.answer($0) }
        defer { server.stop() }
        let place = TemporaryFolder()
        let folder = place.url.appending(path: "outbox")
        var numbers = SplitMix64(seed: seed)
        var killed = 0
        for round in 0..<kills {
            // In each third process, the disk is full for a while.
            let fullFor = round % 3 == 1 ? Int.random(in: 50..<Int(life) / 1_000, using: &numbers) : 0
            let process = try start(server.baseURL, folder, count, fullFor: fullFor)
            usleep(UInt32.random(in: 1_000..<life, using: &numbers))
            kill(process.id, SIGKILL)
            killed += wait(process).status == -1 ? 1 : 0
        }
        let last = wait(try start(server.baseURL, folder, count))
        #expect(last.status == 0 && last.output == "\(count)\n", "\(last), seed \(seed)")
        let state = shop.state.withLock { $0 }
        for lane in 0..<3 {
            let orders = (0..<count).filter { $0 % 3 == lane }
            #expect(state.taken["lane \(lane)"] == orders, "seed \(seed)")
        }
        #expect(state.keys.count == count && state.keys.values.allSatisfy { $0.count == 1 }, "seed \(seed)")
        #expect(killed > 0 && state.failures > count / 10)
        print("\(killed) processes were killed, and \(state.failures) requests failed")
    }
}
