import Foundation
import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

/// Loads that are watched.
struct WatchingTests {
    private let url = URL(string: "http://example.org/a?key=hunter2")!

    private struct Refused: Error {}

    @Test func `an observer receives everything, in order`() async throws {
        let recorder = Recorder()
        let note = Policy { request, next in
            Plan.note(LoadDecision(.cache, "a miss")).flatMap { Plan.wait(for: .milliseconds(1)) }.flatMap {
                next(request)
            }
        }
        let webservice = Webservice(
            policies: [note], observers: [recorder.observer],
            transport: StubTransport { _ in
                Response(status: 404, headerFields: ["Set-Cookie": "hunter2"], body: Data("abc".utf8))
            })
        await #expect(throws: LoadError.self) { try await webservice.load(Resource<Data>(url: url)) }
        let kinds = recorder.trace.events.map { "\($0.kind)" }
        #expect(kinds.count == 6)
        #expect(kinds[0] == "planned GET http://example.org/a?key=redacted")
        #expect(kinds[1] == "cache: a miss")
        #expect(kinds[2] == "waited 1 ms")
        #expect(kinds[3] == "→ GET http://example.org/a?key=redacted")
        #expect(kinds[4].hasPrefix("← 404 Not Found, 3 bytes, after "))
        #expect(kinds[5] == "failed: GET http://example.org/a?key=redacted was answered with 404 Not Found")
        #expect(Set(recorder.trace.events.map(\.load)).count == 1)
        #expect(!"\(recorder.trace.events)".contains("hunter2"))
        var dumped = ""
        dump(recorder.trace.events, to: &dumped)
        #expect(!dumped.contains("hunter2"))
        recorder.clear()
        #expect(recorder.trace.events.isEmpty)
    }

    @Test(arguments: [false, true]) func `what no observer reads isn't made`(isRead: Bool) async throws {
        let (events, whole) = (Locked<[LoadEvent]>([]), Recorder())
        let observer = LoadObserver(reading: []) { event in events.withLock { $0.append(event) } }
        let webservice = Webservice(
            observers: isRead ? [observer, whole.observer] : [observer],
            transport: StubTransport { _ in Response(headerFields: ["X-Page": "2"], body: Data("abc".utf8)) })
        _ = try await webservice.load(Resource<Data>(url: url).header("X-Own", "1").urlTemplate("/a"))
        let kinds = events.withLock { $0.map(\.kind) }
        #expect(kinds.count == 4)
        guard case .planned(let plan) = kinds[0], case .sent(let sent, attempt: 1) = kinds[1],
            case .received(let response, let request, attempt: 1, _) = kinds[2], case .finished(let end) = kinds[3]
        else {
            Issue.record("\(kinds)")
            return
        }
        #expect(plan.isEmpty != isRead)
        for request in [sent, request, try #require(end.request)] {
            #expect(request.method == .get && request.urlTemplate == "/a")
            #expect("\(request.url)" == (isRead ? "http://example.org/a?key=redacted" : "http://example.org:80"))
            #expect(request.headerFields["X-Own"] == (isRead ? "1" : nil))
        }
        #expect(response.status == 200 && response.headerFields["X-Page"] == (isRead ? "2" : nil))
        #expect(response.body.count == (isRead ? 3 : 0))
    }

    @Test func `an observer that reads no messages has the whole request of an error`() async throws {
        let events = Locked<[LoadEvent]>([])
        let observer = LoadObserver(reading: []) { event in events.withLock { $0.append(event) } }
        let webservice = Webservice(
            observers: [observer], transport: StubTransport { _ in throw TransportError(.timedOut) })
        await #expect(throws: LoadError.self) { try await webservice.load(Resource<Data>(url: url)) }
        let kinds = events.withLock { $0.map(\.kind) }
        guard kinds.count == 4, case .failed(let request, _, _, _) = kinds[2], case .finished(let end) = kinds[3]
        else {
            Issue.record("\(kinds)")
            return
        }
        for request in [request, try #require(end.request)] {
            #expect("\(request.url)" == "http://example.org/a?key=redacted")
        }
    }

    @Test func `each load has a number of its own, and its requests are counted`() async throws {
        let recorder = Recorder()
        let webservice = Webservice(observers: [recorder.observer], transport: StubTransport { _ in Response() })
        let resource = Resource<Data>(url: url)
        _ = try await webservice.load(resource.flatMap { _ in resource })
        _ = try await webservice.load(resource)
        let loads = Set(recorder.trace.events.map(\.load)).sorted()
        #expect(loads.count == 2)
        let attempts = recorder.trace.events.compactMap { event -> Int? in
            if case .sent(_, let attempt) = event.kind { attempt } else { nil }
        }
        #expect(attempts == [1, 2, 1])
    }

    @Test(arguments: [1, 2]) func `a request that was sent ends for observers, even if no load waits for its run`(
        loads count: Int
    ) async throws {
        let recorder = Recorder()
        let webservice = Webservice(
            observers: [recorder.observer], transport: WaitingTransport { _ in try await hang() })
        let run = Plan.send(Request(url: url)).shared(as: "run")
        let loads = (0..<count).map { _ in Task { try await webservice.load(run) } }
        #expect(await eventually { webservice.waitingCount == count && recorder.trace.events.contains { $0.isSent } })
        for load in loads {
            load.cancel()
            await #expect(throws: CancellationError.self) { try await load.value }
        }
        #expect(await eventually { recorder.trace.events.contains { $0.isFailed } })
        #expect(recorder.trace.events.filter(\.isSent).count == 1)
        #expect(recorder.trace.events.filter(\.isFailed).count == 1)
    }

    @Test func `the count of loads under way comes back to zero, whatever becomes of them`() async throws {
        let counts = Locked<[Int]>([])
        let webservice = Webservice(
            observers: [.counting { count in counts.withLock { $0.append(count) } }],
            transport: StubTransport { request in
                if request.url.path.hasSuffix("a") { throw Refused() }
                return Response(status: request.url.path.hasSuffix("b") ? 500 : 200)
            })
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<120 {
                let url = URL(string: "http://example.org/\(["a", "b", "c"][number % 3])")!
                group.addTask {
                    let task = Task {
                        _ = try await webservice.load(
                            Resource<Data>(url: url).flatMap { _ in Plan.wait(for: .seconds(number % 2 == 0 ? 100 : 0))
                            })
                    }
                    if number % 2 == 0 { task.cancel() }
                    _ = await task.result
                }
            }
        }
        let seen = counts.withLock { $0 }
        #expect(seen.count == 240)
        #expect(seen.min() == 0)
        // Whoever shows a count shows it after the lock is left; the last change is the one to zero all the same.
        #expect(seen.filter { $0 == 0 }.count >= 1)
        #expect(seen.max() ?? 0 >= 1)
    }

    @Test func `a secret in another library's error isn't shown`() async throws {
        struct Chatty: Error { let url = "http://example.org/?access_token=geheim&x=1" }
        let recorder = Recorder()
        let webservice = Webservice(observers: [recorder.observer], transport: StubTransport { _ in throw Chatty() })
        let url = URL(string: "http://example.org/x")!
        await #expect(throws: LoadError.self) { try await webservice.load(Plan.send(Request(url: url))) }
        await #expect(throws: Chatty.self) { try await webservice.load(Plan<Void>.failure(Chatty())) }
        #expect(recorder.trace.text.contains("x=1") && !recorder.trace.text.contains("geheim"))
    }

    @Test func `a log has a line for each exchange`() async throws {
        let lines = Locked<[String]>([])
        let webservice = Webservice(
            policies: [.retry(upTo: 1)], observers: [.logging { line in lines.withLock { $0.append(line) } }],
            transport: StubTransport { _ in throw TransportError(.connectionLost, "it was reset") })
        await #expect(throws: LoadError.self) { try await webservice.load(Resource<Data>(url: url)) }
        let seen = lines.withLock { $0 }
        #expect(seen.count == 2)
        #expect(seen.allSatisfy { $0.hasPrefix("GET http://example.org/a?key=redacted ✗ ") && !$0.contains("\n") })
    }

    @Test func `a recorder keeps the last events, and no more memory than it may`() {
        let recorder = Recorder(limit: 10)
        for number in 0..<100 {
            recorder.observer(
                LoadEvent(load: number, date: Date(timeIntervalSince1970: 0), kind: .finished(LoadEnd())))
        }
        #expect(recorder.trace.events.map(\.load) == Array(90..<100))
    }

    @Test func `a policy that watches sees what goes through it, and changes nothing`() throws {
        let seen = Locked<[String]>([])
        let watching = Policy.watching { request in
            seen.withLock { $0.append("\(request.method)") }
        } didReceive: { _, outcome in
            seen.withLock { seen in seen.append((try? outcome.get()).map { "\($0.status.code)" } ?? "error") }
        }
        let status = Locked(503)
        func respond(_: Request) -> Response {
            defer { status.withLock { $0 = 200 } }
            return Response(status: status.withLock { $0 } == 503 ? 503 : 200)
        }
        var run = DryRun(policies: [watching, .retry(upTo: 3), watching], respond)
        _ = try run.load(Resource<Data>(url: url))
        #expect(seen.withLock { $0 } == ["GET", "GET", "503", "GET", "200", "200"])
    }

    @Test func `a custom store is read and changed`() async throws {
        let store = MemoryStore(["a": StoreEntry(data: Data([1]), date: Date(timeIntervalSince1970: 0))])
        let webservice = Webservice(store: store, transport: StubTransport { _ in Response() })
        #expect(try await webservice.load(Plan.read("a"))?.data == Data([1]))
        try await webservice.load(Plan.write(nil, to: "a"))
        #expect(store.read("a") == nil)
    }
}

extension LoadEvent {
    fileprivate var isSent: Bool { if case .sent = kind { true } else { false } }
    fileprivate var isFailed: Bool { if case .failed = kind { true } else { false } }
}
