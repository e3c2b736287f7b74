import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite(.alone) struct CancellationTests {
    private let resource = Resource(url: URL(string: "http://example.org/")!) { $0 }

    @Test func `canceling the task is a CancellationError, whatever the transport threw`() async {
        let began = Gate(1)
        let webservice = Webservice(
            transport: StubTransport { _ in
                await began.pass()
                return try await hang()
            })
        let task = Task { try await webservice.load(resource) }
        #expect(await eventually { await began.arrived == 1 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a response that comes after the cancellation is not a value any more`() async {
        let (began, answer) = (Gate(1), Gate(2))
        let webservice = Webservice(
            transport: StubTransport { _ in
                await began.pass()
                await answer.pass()
                return Response()
            })
        let task = Task { try await webservice.load(resource) }
        #expect(await eventually { await began.arrived == 1 })
        task.cancel()
        await answer.pass()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `recover does not recover from a cancellation, and nothing more is sent`() async {
        let sent = Counter()
        let webservice = Webservice(
            policies: [.retry(upTo: 5)],
            transport: StubTransport { _ in
                sent.add()
                return try await hang()
            })
        let plan = resource.recover { _ in resource }
        let task = Task { try await webservice.load(plan) }
        #expect(await eventually { sent.value == 1 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(sent.value == 1)
    }

    @Test func `a task that is canceled beforehand sends nothing`() async {
        let sent = Counter()
        let webservice = Webservice(
            transport: StubTransport { _ in
                sent.add()
                return Response()
            })
        let task = Task {
            try? await Task.sleep(for: .seconds(600))
            return try await webservice.load(resource)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(sent.value == 0)
    }

    @Test func `canceling a load ends its wait at once`() async {
        let webservice = Webservice(transport: StubTransport { _ in Response() })
        let task = Task { try await webservice.load(Plan.wait(for: .seconds(36_000))) }
        task.cancel()
        let clock = ContinuousClock()
        // Tasks wait behind tests that leave no thread to others: at once is a small part of ten hours.
        let taken = await clock.measure { _ = await task.result }
        #expect(taken < .seconds(300))
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: [Duration.seconds(1 << 40), .seconds(Int64.max)])
    func `a wait may be as long as a duration can be, and can be canceled`(duration: Duration) async throws {
        let webservice = Webservice(transport: StubTransport { _ in Response() })
        let task = Task { try await webservice.load(Plan.wait(for: duration)) }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `canceling a zip cancels both sides`() async {
        let (began, cancelled) = (Gate(2), Counter())
        let webservice = Webservice(
            transport: StubTransport { _ in
                await began.pass()
                defer { cancelled.add() }
                return try await hang()
            })
        let task = Task { try await webservice.load(zip(resource, resource.alone()).map { $0.0 }) }
        #expect(await eventually { await began.arrived == 2 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(cancelled.value == 2)
    }
}
