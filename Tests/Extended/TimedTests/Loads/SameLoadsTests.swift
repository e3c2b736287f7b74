import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Equal loads at the same moment are one request.
@Suite(.permit) struct SameLoadsTests {
    private static let url = URL(string: "http://example.org/x")!
    private let resource = Resource(url: url) { String(decoding: $0, as: UTF8.self) }

    /// A Webservice that counts what it sends, and answers when it is let.
    private struct Held {
        let sent = Counter()
        let answer: Gate
        let webservice: Webservice

        init(policies: [Policy] = [], until count: Int = 2) {
            let (sent, answer) = (sent, Gate(count))
            self.answer = answer
            webservice = Webservice(
                policies: policies,
                transport: StubTransport { request in
                    sent.add()
                    await answer.pass()
                    try Task.checkCancellation()
                    return Response(body: Data("\(request.method) \(request.headerFields["X"] ?? "")".utf8))
                })
        }
    }

    private static let policies: [[Policy]] = [[], [.retry(upTo: 2), .limit(atOnce: 200)], [.cache()]]

    @Test(arguments: 0..<3) func `a hundred equal loads send one request, and all get its response`(
        index: Int
    ) async throws {
        let held = Held(policies: Self.policies[index])
        let tasks = (0..<100).map { _ in Task { try await held.webservice.load(resource) } }
        #expect(await eventually { held.sent.value == 1 && held.webservice.waitingCount == 99 })
        await held.answer.pass()
        for task in tasks { #expect(try await task.value == "GET ") }
        #expect(held.sent.value == 1)
    }

    @Test func `what differs, changes something or is alone is sent by itself`() async throws {
        let held = Held(until: 8)
        let loads = [
            resource, resource.header("X", "1"), resource.header("X", "2"), resource.alone(), resource.alone(),
            Resource(Request(url: Self.url, method: .head)) { _ in "" },
            Resource(Request(url: Self.url, method: .post)) { _ in "" },
            Resource(Request(url: Self.url, method: .post)) { _ in "" },
        ]
        _ = try await held.webservice.load(all(loads))
        #expect(held.sent.value == 8)
    }

    @Test func `one after the other is not at the same moment`() async throws {
        let held = Held(until: 1)
        for _ in 0..<3 { _ = try await held.webservice.load(resource) }
        #expect(held.sent.value == 3)
    }

    @Test(arguments: 0..<3) func `a waiter that leaves doesn't disturb the others`(index: Int) async throws {
        let held = Held(policies: Self.policies[index])
        let first = Task { try await held.webservice.load(resource) }
        #expect(await eventually { held.sent.value == 1 })
        let others = (0..<10).map { _ in Task { try await held.webservice.load(resource) } }
        #expect(await eventually { held.webservice.waitingCount == 10 })
        for other in others.prefix(5) { other.cancel() }
        for other in others.prefix(5) { await #expect(throws: CancellationError.self) { try await other.value } }
        await held.answer.pass()
        #expect(try await first.value == "GET ")
        for other in others.suffix(5) { #expect(try await other.value == "GET ") }
        #expect(held.sent.value == 1)
    }

    @Test(arguments: 0..<3)
    func `when the load that sends is canceled, the next one takes over`(index: Int) async throws {
        let sent = Counter()
        let webservice = Webservice(
            policies: Self.policies[index],
            transport: StubTransport { _ in
                sent.add()
                return sent.value == 1 ? try await hang() : Response(body: Data("second".utf8))
            })
        let first = Task { try await webservice.load(resource) }
        #expect(await eventually { sent.value == 1 })
        let others = (0..<10).map { _ in Task { try await webservice.load(resource) } }
        #expect(await eventually { webservice.waitingCount == 10 })
        #expect(sent.value == 1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        for other in others { #expect(try await other.value == "second") }
        #expect(sent.value >= 2)
    }

    @Test func `a failure is everybody's, and the next load starts over`() async throws {
        let (sent, answer) = (Counter(), Gate(2))
        let webservice = Webservice(
            transport: StubTransport { _ in
                sent.add()
                if sent.value > 1 { return Response(body: Data("better".utf8)) }
                await answer.pass()
                throw TransportError(.connectionLost, "lost")
            })
        let tasks = (0..<10).map { _ in Task { try await webservice.load(resource) } }
        #expect(await eventually { sent.value == 1 && webservice.waitingCount == 9 })
        await answer.pass()
        for task in tasks {
            let error = await #expect(throws: LoadError.self) { try await task.value }
            #expect(error?.stage == .transport)
        }
        #expect(try await webservice.load(resource) == "better")
        #expect(sent.value == 2)
    }

    @Test func `loads come and go, and each gets a response or has left`() async throws {
        let sent = Counter()
        let webservice = Webservice(
            policies: [.limit(atOnce: 2)],
            transport: StubTransport { _ in
                sent.add()
                try await Task.sleep(for: .microseconds(Int.random(in: 0...300)))
                return Response(body: Data("x".utf8))
            })
        // One with room of its own: it must not wait for those who wait for its room.
        let roomy = resource.applying(.limit(atOnce: 2))
        let tasks = (0..<2_000).map { number in
            Task {
                try await Task.sleep(for: .microseconds(Int.random(in: 0...5_000)))
                return try await webservice.load(number % 7 == 0 ? roomy : resource)
            }
        }
        for task in tasks where Bool.random() { task.cancel() }
        for task in tasks {
            switch await task.result {
            case .success(let text): #expect(text == "x")
            case .failure(let error): #expect(error is CancellationError && task.isCancelled)
            }
        }
        #expect(sent.value < 2_000)
    }

    @Test func `an observer receives what a load waits for`() async throws {
        let recorder = Recorder()
        let (sent, answer) = (Counter(), Gate(2))
        let webservice = Webservice(
            observers: [recorder.observer],
            transport: StubTransport { _ in
                sent.add()
                await answer.pass()
                return Response()
            })
        let first = Task { try await webservice.load(resource) }
        #expect(await eventually { sent.value == 1 })
        let second = Task { try await webservice.load(resource) }
        let isTold = { @Sendable in
            recorder.trace.events.contains { event in
                if case .decided(let decision) = event.kind { decision.kind == .sharing } else { false }
            }
        }
        #expect(await eventually { isTold() })
        await answer.pass()
        _ = try await (first.value, second.value)
    }
}
