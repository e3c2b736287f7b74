import Foundation
import ResourcefulCurl
import ResourcefulDownloads
import ResourcefulLoading
import ResourcefulStreams
import ResourcefulTesting
import Testing

/// Whatever a server sends: a load ends when its time is over, and at once when it is canceled.
@Suite(.alone, .serialized) struct HostileBodyTests {
    /// How long a load may take to notice. Without optimization, a slow machine needs half a second for it; a load that
    /// doesn't notice takes as long as the server sends.
    private static let patience = Duration.milliseconds(Effort.isReduced ? 1_000 : 250)

    /// What somebody makes of the body.
    enum Use: CaseIterable, Sendable {
        case load, stream, download

        /// In memory where the system has such a place: a disk that is busy with something else is late, too.
        private static let folders: URL = {
            let memory = URL(filePath: "/dev/shm")
            let isThere = FileManager.default.isWritableFile(atPath: memory.path)
            return isThere ? memory : FileManager.default.temporaryDirectory
        }()

        func callAsFunction(_ request: Request, over webservice: Webservice) async throws {
            switch self {
            case .load: _ = try await webservice.load(Resource(request) { $0.body.count })
            case .stream:
                let pieces = StreamResource<Int>(request, from: 0) { _, piece in [piece.count] }
                for try await _ in webservice.stream(of: pieces) {}
            case .download:
                let folder = Self.folders.appending(path: "hostile-\(UUID())")
                defer { try? FileManager.default.removeItem(at: folder) }
                var download = FileDownload(request)
                download.resumptions = 0
                _ = try await webservice.download(download, to: .folder(folder))
            }
        }
    }

    /// In a process of its own, where no other test takes the threads.
    @Test func `a load ends in time, and at once when it is canceled`() async {
        #expect(HostileBody.all.count > 30)
        await #expect(processExitsWith: .success) {
            startWatchdog(after: 300)
            for body in HostileBody.all {
                let server = try RawServer(driving: body.drive)
                for use in Use.allCases {
                    // A busy machine is late now and then, and a load that doesn't end in time is late each time.
                    var delays = try await Self.delays(of: use, server.baseURL)
                    for _ in 0..<3 where delays.contains(where: { $0.value > Self.patience }) {
                        delays = try await Self.delays(of: use, server.baseURL)
                    }
                    for (what, delay) in delays {
                        #expect(delay <= Self.patience, "\(body.testDescription), \(use), \(what): \(delay)")
                    }
                }
                server.stop()
            }
        }
    }

    /// How much later than it should a load ends whose time is over, and one that is canceled; without what the machine
    /// is late by itself.
    private static func delays(of use: Use, _ url: URL) async throws -> [String: Duration] {
        let webservice = Webservice(transport: CurlTransport(maximumBodySize: 20_000_000, proxy: .none))
        let request = Request(url: url).maximumBodySize(20_000_000)
        let machine = SlowMachine()
        return await withTaskGroup(of: (String, Duration).self) { group in
            // Several at once: one may not hold up the others either.
            for _ in 0..<3 {
                group.addTask {
                    let taken = await time { try await use(request.timeout(.milliseconds(200)), over: webservice) }
                    return ("timed out", taken - .milliseconds(200))
                }
                group.addTask {
                    let task = Task { try await use(request, over: webservice) }
                    try? await Task.sleep(for: .milliseconds(100))
                    task.cancel()
                    return ("canceled", await time { try await task.value })
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = max($0[$1.0] ?? .zero, $1.1 - machine.lateness) }
        }
    }

    private static func time(_ work: () async throws -> Void) async -> Duration {
        await ContinuousClock().measure { _ = try? await work() }
    }
}

/// How long the threads of this process have waited for a processor, but for those of the server: what a test may not
/// blame on a load. Work that takes too long is no such wait.
private struct SlowMachine: Sendable {
    private let before = Self.waits()

    /// What all of them have waited since then: while one waits, those that need it do so for nothing.
    var lateness: Duration {
        let waits = Self.waits().map { max(0, $0.value - (before[$0.key] ?? 0)) }
        return .nanoseconds(Int64(waits.reduce(0, +)))
    }

    /// How long each thread has waited, in nanoseconds (Linux's Documentation/scheduler/sched-stats).
    private static func waits() -> [String: Int] {
        let folder = "/proc/self/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let waits = threads.compactMap { thread -> (String, Int)? in
            guard let name = try? String(contentsOfFile: "\(folder)/\(thread)/comm", encoding: .utf8),
                name != HostileBody.threadName + "\n",
                let text = try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)
            else { return nil }
            let numbers = text.split(whereSeparator: \.isWhitespace)
            return (thread, numbers.count > 1 ? Int(numbers[1]) ?? 0 : 0)
        }
        return Dictionary(uniqueKeysWithValues: waits)
    }
}
