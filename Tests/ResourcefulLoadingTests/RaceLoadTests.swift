import ResourcefulResilience
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Races under a Webservice.
struct RaceLoadTests {
    private func resource(_ path: String) -> Resource<String> {
        Resource(url: URL(string: "http://example.org/\(path)")!) { String(decoding: $0, as: UTF8.self) }
    }

    /// A transport that answers what is in the list, and hangs for everything else until it is canceled.
    private func webservice(_ answers: [String: Response.Status], _ cancelled: Counter) -> Webservice {
        Webservice(
            transport: StubTransport { request in
                let path = request.url.lastPathComponent
                guard let status = answers[path] else {
                    defer { cancelled.add() }
                    return try await hang()
                }
                return Response(status: status, body: Data(path.utf8))
            })
    }

    @Test func `the first value is the outcome, and the others have been canceled by then`() async throws {
        let cancelled = Counter()
        let webservice = webservice(["quick": 200, "broken": 500], cancelled)
        let plan = first(of: ["slow", "broken", "quick", "slower"].map(resource))
        #expect(try await webservice.load(plan) == "quick")
        #expect(cancelled.value == 2)
    }

    @Test func `when all fail, the last error is the outcome`() async {
        let error = await #expect(throws: LoadError.self) {
            try await webservice(["a": 500, "b": 404], Counter()).load(
                first(of: [resource("a").plan, Plan.wait(for: .milliseconds(5)).flatMap { resource("b") }]))
        }
        #expect(error?.status == 404)
    }

    @Test func `canceling the race cancels all of it`() async {
        let (cancelled, started) = (Counter(), Gate(3))
        let webservice = Webservice(
            transport: StubTransport { _ in
                await started.pass()
                defer { cancelled.add() }
                return try await hang()
            })
        let task = Task { [plan = first(of: ["a", "b"].map(resource))] in try await webservice.load(plan) }
        await started.pass()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(cancelled.value == 2)
    }

    @Test func `a deadline cancels what is under way`() async {
        let cancelled = Counter()
        let webservice = webservice([:], cancelled)
        await #expect(throws: DeadlineExceeded(deadline: .milliseconds(20))) {
            try await webservice.load(zip(resource("a"), resource("b")).deadline(.milliseconds(20)))
        }
        #expect(cancelled.value == 2)
    }

    @Test func `a deadline far ahead holds nothing up`() async throws {
        let webservice = webservice(["a": 200], Counter())
        #expect(try await webservice.load(resource("a").deadline(.seconds(Int64.max))) == "a")
    }

    @Test func `the next one starts after a failure, or when the one before takes too long`() async throws {
        let webservice = webservice(["broken": 500, "quick": 200], Counter())
        let failing = first(of: ["broken", "quick"].map(resource), staggeredBy: .seconds(600))
        #expect(try await webservice.load(failing) == "quick")
        let slow = first(of: ["slow", "quick"].map(resource), staggeredBy: .milliseconds(5))
        #expect(try await webservice.load(slow) == "quick")
    }

    @Test func `a hedge sends a second request, and both are separate exchanges`() async throws {
        let count = Counter()
        let webservice = Webservice(
            policies: [.hedging(after: .milliseconds(5))],
            transport: StubTransport { _ in
                count.add()
                return count.value == 1 ? try await hang() : Response(body: Data("second".utf8))
            })
        #expect(try await webservice.load(resource("a")) == "second")
        #expect(count.value == 2)
    }

    @Test func `values of any type can win`() async throws {
        final class Box { var value = 0 }
        let plans = (0..<50).map { number in
            Plan.wait(for: .milliseconds(number)).map { _ in
                let box = Box()
                box.value = number
                return box
            }
        }
        let webservice = webservice([:], Counter())
        #expect(try await webservice.load(first(of: plans).map { $0.value >= 0 }))
    }
}
