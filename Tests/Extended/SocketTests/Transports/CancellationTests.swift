import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Cancelling a task ends its transfers at once.
@Suite(.alone) struct CancellationTests {
    private static let stalls: [LoopbackServer.Fault] = [
        .silence, .stallInHead(after: 5), .stall(after: 10), .drip(bytes: 1, every: .milliseconds(20)),
    ]

    @Test(arguments: Subject.overSockets, stalls) func `canceling ends a transfer at once`(
        subject: Subject, fault: LoopbackServer.Fault
    ) async throws {
        let server = try LoopbackServer(answering: { _ in .faulty(Response(body: Data(count: 10_000)), fault) })
        let task = Task { try await server.webservice(subject).load(echo(timeout: nil)) }
        #expect(await eventually { server.requests.count == 1 })
        let clock = ContinuousClock()
        let taken = await clock.measure {
            task.cancel()
            _ = await task.result
        }
        #expect(taken < .seconds(300))
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: Subject.overSockets) func `canceling ends an upload that the server doesn't read`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(bodyLimit: 0, answering: { _ in .faulty(Response(), .silence) })
        let file = try TemporaryFile(zeros: 50_000_000)
        for body in [Body.data(Data(count: 50_000_000)), .file(file.url)] {
            let count = server.requests.count
            let task = Task { try await server.webservice(subject).load(echo(method: .put, body: body, timeout: nil)) }
            #expect(await eventually { server.requests.count > count })
            task.cancel()
            let clock = ContinuousClock()
            #expect(await clock.measure { _ = await task.result } < .seconds(300))
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test(arguments: Subject.overSockets) func `canceling ends the wait for a connection`(
        subject: Subject
    ) async throws {
        // An address that never answers (RFC 5737), unless the network says at once that it has no way to it.
        let task = Task {
            try await Webservice(transport: subject.shared()).load(echo("http://192.0.2.1/", timeout: nil))
        }
        try await Task.sleep(for: .milliseconds(100))
        task.cancel()
        let clock = ContinuousClock()
        #expect(await clock.measure { _ = await task.result } < .seconds(300))
        await #expect(throws: (any Error).self) { try await task.value }
    }

    @Test(arguments: Subject.overSockets) func `canceling ends the wait for a turn`(subject: Subject) async throws {
        let server = try LoopbackServer(answering: { _ in .faulty(Response(), .silence) })
        let webservice = server.webservice(subject.own(maximumAtOnce: 1))
        let tasks = (0..<10).map { _ in Task { try await webservice.load(echo(timeout: nil)).status } }
        #expect(await eventually { server.requests.count == 1 })
        for task in tasks.reversed() {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test(arguments: Subject.allCases) func `a task that is canceled already sends nothing`(
        subject: Subject
    ) async throws {
        let service = try Service(subject) { _ in Response() }
        let gate = AsyncStream<Void>.makeStream()
        let task = Task {
            // Ends when the task is cancelled, too.
            for await _ in gate.stream {}
            return try await service.webservice.load(echo())
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(service.requests.isEmpty)
    }

    @Test(arguments: Subject.overSockets) func `a transport itself sends nothing for a canceled task`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer { _ in Response() }
        let transport = subject.shared()
        let task = Task { [url = server.baseURL] in
            while !Task.isCancelled { await Task.yield() }
            return try await transport.send(Request(url: url))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.requests.isEmpty && server.connectionCount == 0)
    }

    @Test(arguments: Subject.overSockets) func `the failure of one of many cancels the others`(
        subject: Subject
    ) async throws {
        let server = try LoopbackServer(answering: { request in
            request.url.lastPathComponent == "bad"
                ? .delayed(.faulty(Response(), .closeBeforeAnswer), by: .milliseconds(50))
                : .faulty(Response(body: Data(count: 100)), .stall(after: 10))
        })
        let loads = (0..<20).map { echo($0 == 10 ? "bad" : "\($0)", timeout: nil).map(\.status) }
        let clock = ContinuousClock()
        let taken = await clock.measure {
            let webservice = server.webservice(subject.own(idleTimeout: .seconds(3_000)))
            await #expect(throws: LoadError.self) { try await webservice.load(all(loads)) }
        }
        #expect(taken < .seconds(300))
    }
}
