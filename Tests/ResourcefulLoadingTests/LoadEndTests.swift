import Foundation
import ResourcefulDiagnostics
import ResourcefulDownloads
import ResourcefulPages
import ResourcefulProgress
import ResourcefulStreams
import ResourcefulTesting
import Testing

/// One place that sees how every load ended, whatever the entry point.
struct LoadEndTests {
    private static let base = URL(string: "http://example.org/")!
    private struct Refused: Error {}

    /// A Webservice, and what was told of its loads.
    private final class Watched: Sendable {
        let ends = Locked<[LoadEnd]>([])
        let counts = Locked<[Int]>([])

        func webservice(_ respond: @escaping @Sendable (Request) async throws -> Response) -> Webservice {
            Webservice(
                baseURL: LoadEndTests.base,
                observers: [
                    .ended { end in self.ends.withLock { $0.append(end) } },
                    .counting { count in self.counts.withLock { $0.append(count) } },
                ], transport: StubTransport(respond))
        }

        var told: [String] { ends.withLock { $0 }.map { "\($0.request?.url.path ?? "-") \($0)" } }
        var count: [Int] { counts.withLock { $0 } }
    }

    private static func respond(_ request: Request) throws -> Response {
        switch request.url.path {
        case "/refused": throw TransportError(.connectionLost, "it was reset")
        case "/missing": Response(status: 404)
        case "/text": Response(body: Data("no JSON".utf8))
        default: Response(body: Data("[1, 2, 3]".utf8))
        }
    }

    private func list(_ path: String) -> Resource<[Int]> { Resource(json: URL(string: path)!) }

    /// Every entry point, for a URL of the service.
    private static let entries: [(name: String, load: @Sendable (Webservice, String) async throws -> Void)] = [
        ("load", { _ = try await $0.load(Resource<[Int]>(json: URL(string: $1)!)) }),
        ("a plan", { _ = try await $0.load(Resource<[Int]>(json: URL(string: $1)!).map { $0 }.plan.map { $0 }) }),
        (
            "updates",
            {
                for try await _ in $0.updates(of: Resource<[Int]>(json: URL(string: $1)!)) {}
            }
        ),
        (
            "stream",
            {
                for try await _ in $0.stream(of: StreamResource<Int>(jsonArray: URL(string: $1)!)) {}
            }
        ),
        (
            "pages",
            {
                let paged = Paged(Resource<[Int]>(json: URL(string: $1)!), next: .link)
                for try await _ in $0.pages(of: paged) {}
            }
        ),
        (
            "items",
            {
                let paged = Paged(Resource<[Int]>(json: URL(string: $1)!), next: .link)
                for try await _ in $0.items(of: paged, prefetching: true) {}
            }
        ),
        ("progress", { _ = try await $0.load(Resource<[Int]>(json: URL(string: $1)!)) { _ in } }),
    ]

    @Test func `every entry point tells once how it ended, with the error and the request`() async {
        for (name, load) in Self.entries {
            await checkEach(["list", "refused", "missing", "text"]) { path in
                let watched = Watched()
                let webservice = watched.webservice(Self.respond)
                var thrown: (any Error)?
                do { try await load(webservice, path) } catch { thrown = error }
                #expect((thrown == nil) == (path == "list"), "\(name), \(path)")
                let ends = watched.ends.withLock { $0 }
                #expect(ends.count == 1, "\(name), \(path)")
                #expect(ends.first?.error.map { "\($0)" } == thrown.map { "\($0)" }, "\(name), \(path)")
                #expect((ends.first?.error as? LoadError)?.stage == (thrown as? LoadError)?.stage, "\(name), \(path)")
                #expect(ends.first?.request?.url.path.hasSuffix(path) == true, "\(name), \(path)")
                #expect(watched.count == [1, 0], "\(name), \(path)")
            }
        }
    }

    @Test func `a download tells once, of its file, too`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ends-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let watched = Watched()
        let webservice = watched.webservice(Self.respond)
        _ = try await webservice.download(FileDownload(url: URL(string: "list")!), to: .folder(folder))
        await #expect(throws: LoadError.self) {
            try await webservice.download(FileDownload(url: URL(string: "missing")!), to: .folder(folder))
        }
        let taken = folder.appending(path: "list/x/y")
        await #expect(throws: LoadError.self, "there can be no folder below a file") {
            try await webservice.download(FileDownload(url: URL(string: "list")!), to: .folder(taken))
        }
        let ends = watched.ends.withLock { $0 }
        #expect(ends.map { $0.error == nil } == [true, false, false])
        #expect(watched.count == [1, 0, 1, 0, 1, 0])
    }

    @Test func `an error that a resource declares is reported as it is`() async throws {
        let watched = Watched()
        let webservice = watched.webservice { _ in Response(body: Data(#"{"code": 7, "message": "no"}"#.utf8)) }
        await #expect(throws: ServiceError.self) { try await webservice.load(list("list").inside(Envelope())) }
        #expect(watched.ends.withLock { $0 }.first?.failure as? ServiceError == ServiceError(code: 7, message: "no"))
    }

    @Test func `what is canceled, or left before its end, is reported as canceled`() async throws {
        let watched = Watched()
        let webservice = watched.webservice { request in
            if request.url.path == "/hang" { return try await hang() }
            return Response(body: Data("[1, 2, 3]".utf8))
        }
        let load = Task { try await webservice.load(list("hang")) }
        #expect(await eventually { watched.count == [1] })
        load.cancel()
        await #expect(throws: CancellationError.self) { try await load.value }
        for try await _ in webservice.stream(of: StreamResource<Int>(jsonArray: URL(string: "list")!)) { break }
        _ = try await webservice.load(list("list").cached(for: .zero))
        for try await _ in webservice.updates(of: list("list").cached()) { break }
        #expect(await eventually { watched.count == [1, 0, 1, 0, 1, 0, 1, 0] })
        let ends = watched.ends.withLock { $0 }
        #expect(ends.map(\.isCanceled) == [true, true, false, true])
        #expect(ends.allSatisfy { $0.failure == nil })
    }

    @Test func `an update of what is stored is one load, and does not flicker`() async throws {
        let watched = Watched()
        let version = Locked(0)
        let webservice = watched.webservice { _ in
            let number = version.withLock { version in
                version += 1
                return version
            }
            return Response(headerFields: ["Cache-Control": "max-age=0"], body: Data("[\(number)]".utf8))
        }
        let resource = list("list").cached()
        _ = try await webservice.load(resource)
        var values: [[Int]] = []
        for try await update in webservice.updates(of: resource) { values.append(update.value) }
        #expect(values == [[1], [2]])
        #expect(watched.count == [1, 0, 1, 0])
    }

    @Test func `of loads at once, the counts come in order and end at 0`() async throws {
        for _ in 0..<Effort.size(reduced: 30, usual: 100, full: 1_000) {
            let watched = Watched()
            let webservice = watched.webservice(Self.respond)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let path = ["list", "refused", "missing"][number % 3]
                        _ = try? await webservice.load(list(path).alone())
                    }
                }
            }
            // Whoever is told last may be told by another load's thread.
            #expect(await eventually { watched.count.count == 40 })
            let counts = watched.count
            #expect(counts.last == 0)
            #expect(zip([0] + counts, counts).allSatisfy { abs($0 - $1) == 1 }, "\(counts)")
        }
    }

    @Test func `an observer may load by itself`() async throws {
        let watched = Watched()
        let inner = watched.webservice(Self.respond)
        let started = Counter()
        let outer = Webservice(
            baseURL: Self.base,
            observers: [
                .counting { count in
                    guard count == 0 else { return }
                    started.add()
                    Task { _ = try? await inner.load(list("list")) }
                }
            ], transport: StubTransport(Self.respond))
        _ = try await outer.load(list("list"))
        #expect(await eventually { started.value == 1 && watched.count == [1, 0] })
    }

    @Test func `what is begun is a load of its own, told after the one that has begun it`() async throws {
        let recorder = Recorder()
        let gate = Gate(2)
        let webservice = Webservice(
            baseURL: Self.base, observers: [recorder.observer],
            transport: StubTransport { _ in
                await gate.pass()
                return Response()
            })
        let beginning = Plan.send(Request(url: URL(string: "later")!)).startInBackground(as: "later")
        try await webservice.load(beginning)
        await gate.pass()
        #expect(
            await eventually {
                recorder.trace.events.count { if case .finished = $0.kind { true } else { false } } == 2
            })
        let loads = Dictionary(grouping: recorder.trace.events, by: \.load).values.map { events in
            events.map { "\($0.kind)".prefix(8) }
        }.sorted { $0.count < $1.count }
        #expect(loads.first?.count == 2, "planned and finished: it only begins")
        #expect(loads.last?.last == "finished" && loads.last?.first == "planned " && loads.last?.count == 4)
    }

    @Test func `a shared run notifies the first load that still waits, and none after its end`() async throws {
        let recorder = Recorder()
        let (sent, gate) = (Counter(), Gate(2))
        let webservice = Webservice(
            baseURL: Self.base, observers: [recorder.observer],
            transport: StubTransport { _ in
                sent.add()
                await gate.pass()
                return Response()
            })
        let shared = Plan.send(Request(url: URL(string: "token")!)).shared(as: "token")
        let first = Task { try await webservice.load(shared) }
        #expect(await eventually { sent.value == 1 })
        let second = Task { try await webservice.load(shared) }
        #expect(await eventually { recorder.trace.events.count { "\($0.kind)".hasPrefix("planned") } == 2 })
        #expect(await eventually { webservice.waitingCount == 2 })
        first.cancel()
        _ = await first.result
        await gate.pass()
        _ = try await second.value
        for load in Set(recorder.trace.events.map(\.load)) {
            let kinds = recorder.trace.load(load).events.map(\.kind)
            #expect(kinds.last.map { if case .finished = $0 { true } else { false } } == true)
        }
        let answered = recorder.trace.events.first { if case .received = $0.kind { true } else { false } }
        let last = recorder.trace.events.last
        #expect(answered?.load == last?.load, "the second one, which has waited to the end")
    }

    @Test(arguments: [true, false]) func `of several requests, the one that a load waited for is named`(
        isFirst: Bool
    ) async throws {
        let (ended, failures) = (Locked<Request?>(nil), AsyncStream<Void>.makeStream())
        let failed = LoadObserver { if case .failed = $0.kind { failures.continuation.yield() } }
        let end = LoadObserver.ended { end in ended.withLock { $0 = end.request } }
        let transport = StubTransport { request in
            request.url.path == "/slow" ? try await hang() : try Self.respond(request)
        }
        let webservice = Webservice(baseURL: Self.base, observers: [failed, end], transport: transport)
        let slow = list("slow").map(Optional.some)
        // A failure that is ignored isn't what it waited for.
        let quick = list("refused").plan.map(Optional.some).recover { _ in nil }
        let load = Task { try await webservice.load(isFirst ? zip(slow, quick) : zip(quick, slow)) }
        for await _ in failures.stream { break }
        load.cancel()
        _ = await load.result
        #expect(ended.withLock { $0 }?.url.path == "/slow")
    }
}
