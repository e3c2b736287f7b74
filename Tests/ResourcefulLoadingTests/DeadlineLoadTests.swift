import Foundation
import ResourcefulTesting
import Testing

@testable import ResourcefulLoading

/// What policies of a Webservice know of deadlines. How long things take is tested in dry runs.
struct DeadlineLoadTests {
    private static let base = URL(string: "http://example.org/")!
    private static let list = Resource<[Int]>(json: "list")

    @Test func `a retry that would pass the deadline ends the load with the server's error`() async throws {
        let requests = Locked(0)
        let transport = StubTransport { _ in
            requests.withLock { $0 += 1 }
            return Response(status: 503, headerFields: ["Retry-After": "40"])
        }
        let webservice = Webservice(baseURL: Self.base, policies: [.retry()], transport: transport)
        let error = await #expect(throws: LoadError.self) {
            try await webservice.load(zip(Self.list, Self.list).deadline(.seconds(30)))
        }
        #expect(error.map { "\($0)".contains("would pass the deadline") } == true)
        // Equal ones are sent once, or one after the other.
        #expect((1...2).contains(requests.withLock { $0 }))
    }

    @Test func `what goes on after a load has no deadline of it`() async throws {
        let requests = Locked(0)
        let transport = StubTransport { _ in
            let number = requests.withLock { count in
                count += 1
                return count
            }
            return Response(status: number == 1 ? 503 : 200, body: Data("[1]".utf8))
        }
        let ends = AsyncStream<LoadEnd>.makeStream()
        let webservice = Webservice(
            baseURL: Self.base, policies: [.retry(RetryRule(upTo: 1, waits: .constant(.milliseconds(50))))],
            observers: [.ended { ends.continuation.yield($0) }], transport: transport)
        try await webservice.load(Self.list.plan.startInBackground(as: "list").deadline(.milliseconds(40)))
        var failures: [String?] = []
        for await end in ends.stream {
            failures.append(end.message)
            if failures.count == 2 { break }
        }
        #expect(failures == [nil, nil])
        #expect(requests.withLock { $0 } == 2)
    }
}
