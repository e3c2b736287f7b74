import ResourcefulProgress
import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Loads that tell how far they have come.
@Suite(.permit) struct ProgressSequenceTests {
    private func resource(_ path: String, _ count: Int = 1_000) -> Resource<Int> {
        Resource(url: URL(string: "https://example.org/\(path)")!) { $0.count }
    }

    private func webservice(_ respond: @escaping @Sendable (Request) throws -> Response) -> Webservice {
        Webservice(transport: StubTransport(respond))
    }

    @Test func `the steps of a load are its progress and then its value`() async throws {
        let webservice = webservice { _ in Response(body: Data(count: 1_000)) }
        var progress: [TransferProgress] = []
        var values: [Int] = []
        for try await step in webservice.progress(of: resource("a"), every: .milliseconds(1)) {
            switch step {
            case .progress(let step):
                #expect(values.isEmpty)
                progress.append(step)
            case .value(let value): values.append(value)
            }
        }
        #expect(values == [1_000])
        #expect(progress.first == TransferProgress())
        #expect(progress.last?.isFinished == true && progress.last?.received == 1_000)
    }

    @Test func `nothing is sent before the first step is asked for, and every loop sends again`() async throws {
        let count = Locked(0)
        let webservice = webservice { _ in
            count.withLock { $0 += 1 }
            return Response()
        }
        let steps = webservice.progress(of: resource("a"))
        _ = steps.makeAsyncIterator()
        #expect(count.withLock { $0 } == 0)
        for _ in 0..<2 {
            for try await _ in steps {}
        }
        #expect(count.withLock { $0 } == 2)
    }

    @Test func `leaving the loop over a stream ends its events`() async throws {
        let webservice = webservice { _ in Response(body: Data(count: 1_000)).inPieces(of: 10) }
        for _ in 0..<20 {
            let count = Locked(0)
            let pieces = webservice.stream(of: .init(bytes: resource("a").url), every: .seconds(60)) { _ in
                count.withLock { $0 += 1 }
            }
            for try await _ in pieces { break }
            // The beginning; and nothing later, however long one waits.
            try await Task.sleep(for: .milliseconds(2))
            #expect(count.withLock { $0 } == 1)
        }
    }

    @Test func `the requests of a plan count together`() async throws {
        let webservice = webservice { request in Response(body: Data(count: Int(request.url.lastPathComponent)!)) }
        let told = Locked<[TransferProgress]>([])
        let plan = all((1...20).map { resource("\($0 * 10)") }).flatMap { counts in
            Resource(url: URL(string: "https://example.org/5")!) { _ in counts }
        }
        let counts = try await webservice.load(plan, every: .milliseconds(1)) { progress in
            told.withLock { $0.append(progress) }
        }
        #expect(counts == (1...20).map { $0 * 10 })
        let last = try #require(told.withLock { $0.last })
        #expect(last.received == counts.reduce(5, +) && last.fraction == 1)
    }

    @Test func `what a transport does not count is counted for it`() async throws {
        let webservice = webservice { _ in Response(headerFields: ["Content-Length": "20"], body: Data(count: 20)) }
        let told = Locked<[TransferProgress]>([])
        let upload = Resource<Int>(
            url: URL(string: "https://example.org/")!, method: .put, body: .data(Data(count: 300)), parse: { $0.count })
        _ = try await webservice.load(upload, every: .milliseconds(1)) { progress in
            told.withLock { $0.append(progress) }
        }
        let last = try #require(told.withLock { $0.last })
        #expect(last.sent == 300 && last.received == 20 && last.expected == 320 && last.isFinished)
    }

    @Test func `an error ends the steps`() async throws {
        let webservice = webservice { _ in Response(status: 500, body: Data(count: 10)) }
        var last: TransferProgress?
        let error = await #expect(throws: LoadError.self) {
            for try await step in webservice.progress(of: resource("a")) {
                if case .progress(let progress) = step { last = progress }
            }
        }
        #expect(error?.status == 500)
        #expect(last?.isFinished == false)
    }

    @Test func `leaving the loop and canceling the task end the load`() async throws {
        let (begun, ended) = (Locked(0), Locked(0))
        let webservice = Webservice(transport: Endless(begun: begun, ended: ended))
        for try await _ in webservice.progress(of: resource("a")) { break }
        let task = Task {
            for try await _ in webservice.progress(of: resource("a"), every: .milliseconds(1)) {}
        }
        while begun.withLock({ $0 }) < 1 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        while begun.withLock({ $0 }) != ended.withLock({ $0 }) { await Task.yield() }
    }

    @Test func `a slow listener holds no load up, and hears of the end`() async throws {
        let webservice = webservice { _ in Response(body: Data(count: 10)) }
        let told = Locked<[TransferProgress]>([])
        _ = try await webservice.load(resource("a"), every: .milliseconds(1)) { progress in
            told.withLock { $0.append(progress) }
        }
        let all = told.withLock { $0 }
        #expect(all.last?.isFinished == true && all.filter(\.isFinished).count == 1)
    }

    @Test func `what was there before counts, and what was lost does not`() {
        let meter = ProgressMeter()
        let request = Request(url: URL(string: "https://example.org/")!)
        let first = meter.exchange(request)
        first.answer(expecting: 1_000)
        first.receive(400)
        #expect(meter.progress.fraction == 0.4)
        first.end(inVain: true)
        #expect(meter.progress.received == 0 && meter.progress.fraction == 0.4)
        meter.resume(after: 400)
        let second = meter.exchange(request)
        second.answer(expecting: 600)
        second.receive(300)
        #expect(meter.progress.received == 700 && meter.progress.expected == 1_000 && meter.progress.fraction == 0.7)
        second.receive(300)
        second.end(inVain: false)
        meter.succeed()
        #expect(meter.progress.received == 1_000 && meter.progress.fraction == 1)
    }
}

/// Never answers.
private struct Endless: Transport {
    let begun: Locked<Int>
    let ended: Locked<Int>

    func send(_ request: Request) async throws -> Response {
        begun.withLock { $0 += 1 }
        defer { ended.withLock { $0 += 1 } }
        try await Task.sleep(for: .seconds(1_000))
        return Response()
    }
}
