import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite(.permit) struct SharingTests {
    private let plan = Plan.send(Request(url: URL(string: "http://example.org/token")!)).shared(as: "token")

    @Test func `shared runs of one key make one request`() async throws {
        let (sent, answer) = (Counter(), Gate(2))
        let webservice = Webservice(
            transport: StubTransport { _ in
                sent.add()
                await answer.pass()
                return Response(body: Data("one".utf8))
            })
        let tasks = (0..<100).map { _ in Task { try await webservice.load(plan) } }
        #expect(await eventually { sent.value == 1 && webservice.waitingCount == 100 })
        await answer.pass()
        for task in tasks { #expect(try await task.value.body == Data("one".utf8)) }
        #expect(sent.value == 1)
    }

    @Test func `a run that has ended is not joined any more`() async throws {
        let sent = Counter()
        let webservice = Webservice(
            transport: StubTransport { _ in
                sent.add()
                return Response()
            })
        _ = try await webservice.load(plan)
        _ = try await webservice.load(plan)
        #expect(sent.value == 2)
    }

    @Test func `canceling one of the waiters does not fail the others`() async throws {
        let (sent, answer) = (Counter(), Gate(2))
        let webservice = Webservice(
            transport: StubTransport { _ in
                sent.add()
                await answer.pass()
                try Task.checkCancellation()
                return Response(body: Data("one".utf8))
            })
        let first = Task { try await webservice.load(plan) }
        #expect(await eventually { sent.value == 1 })
        let others = (0..<10).map { _ in Task { try await webservice.load(plan) } }
        #expect(await eventually { webservice.waitingCount == 11 })
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        await answer.pass()
        for other in others { #expect(try await other.value.body == Data("one".utf8)) }
        #expect(sent.value == 1)
    }

    @Test func `the run is canceled when the last waiter has left`() async throws {
        let (sent, cancelled) = (Counter(), Counter())
        let webservice = Webservice(
            transport: StubTransport { _ in
                sent.add()
                defer { cancelled.add() }
                return try await hang()
            })
        let tasks = (0..<3).map { _ in Task { try await webservice.load(plan) } }
        #expect(await eventually { sent.value == 1 && webservice.waitingCount == 3 })
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(await eventually { cancelled.value == 1 })
        #expect(sent.value == 1)
    }

    @Test func `a failed run fails all its waiters with one error`() async throws {
        let (sent, answer) = (Counter(), Gate(2))
        let webservice = Webservice(
            transport: StubTransport { _ in
                sent.add()
                await answer.pass()
                throw TransportError(.connectionLost, "cut")
            })
        let tasks = (0..<10).map { _ in Task { try await webservice.load(plan) } }
        #expect(await eventually { sent.value == 1 && webservice.waitingCount == 10 })
        await answer.pass()
        for task in tasks {
            let error = await #expect(throws: LoadError.self) { try await task.value }
            #expect(error?.underlyingError as? TransportError == TransportError(.connectionLost, "cut"))
        }
        #expect(sent.value == 1)
    }

    @Test func `a shared run that asks for its own key does not wait for itself`() async throws {
        let webservice = Webservice(transport: StubTransport { _ in Response(body: Data("one".utf8)) })
        let nested = plan.flatMap { [plan] _ in plan }.shared(as: "token")
        #expect(try await webservice.load(nested).body == Data("one".utf8))
        var run = DryRun { _ in Response(body: Data("one".utf8)) }
        #expect(try run.load(nested).body == Data("one".utf8))
    }

    @Test func `shared runs that ask for each other don't wait forever`() async throws {
        let webservice = Webservice(transport: StubTransport { _ in Response(body: Data("one".utf8)) })
        let (inner, plan) = (Plan.wait(for: .milliseconds(20)), plan)
        let ask = { @Sendable (first: String, second: String, third: String) in
            inner.flatMap { inner.flatMap { plan.shared(as: third) }.shared(as: second) }.shared(as: first)
        }
        let circle = zip(ask("a", "b", "c"), ask("b", "c", "a"), ask("c", "a", "b")).map { [$0, $1, $2] }
        #expect(try await webservice.load(circle).map(\.body) == Array(repeating: Data("one".utf8), count: 3))
        var run = DryRun { _ in Response(body: Data("one".utf8)) }
        #expect(try run.load(circle).map(\.body) == Array(repeating: Data("one".utf8), count: 3))
    }

    @Test func `a thousand waiters, half of them canceled at random, all end`() async throws {
        let sent = Counter()
        let webservice = Webservice(
            transport: StubTransport { _ in
                sent.add()
                try await Task.sleep(for: .microseconds(Int.random(in: 0...500)))
                return Response()
            })
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    let task = Task { try await webservice.load(plan) }
                    if number.isMultiple(of: 2) {
                        try? await Task.sleep(for: .microseconds(Int.random(in: 0...500)))
                        task.cancel()
                    }
                    switch await task.result {
                    case .success: break
                    case .failure(let error): #expect(error is CancellationError && number.isMultiple(of: 2))
                    }
                }
            }
        }
        #expect(sent.value < 1000)
    }
}
