import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite(.permit) struct AtOnceTests {
    private func resource(_ path: String) -> Resource<String> {
        Resource(url: URL(string: "http://example.org/\(path)")!) { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `zip runs both sides truly at once`() async throws {
        let gate = Gate(2)
        let webservice = Webservice(
            transport: StubTransport { request in
                await gate.pass()
                return Response(body: Data(request.url.lastPathComponent.utf8))
            })
        let (left, right) = try await webservice.load(zip(resource("a"), resource("b")))
        #expect(left == "a" && right == "b")
    }

    @Test func `six at once meet in the middle`() async throws {
        let gate = Gate(6)
        let webservice = Webservice(
            transport: StubTransport { request in
                await gate.pass()
                return Response(body: Data(request.url.lastPathComponent.utf8))
            })
        let six = zip(resource("a"), resource("b"), resource("c"), resource("d"), resource("e"), resource("f"))
        let values = try await webservice.load(six)
        #expect(values == ("a", "b", "c", "d", "e", "f"))
    }

    @Test(arguments: ["left", "right"]) func `the first failure cancels the other side`(failing: String) async {
        let cancelled = Counter()
        let hanging = Gate(2)
        let webservice = Webservice(
            transport: StubTransport { request in
                await hanging.pass()
                guard request.url.lastPathComponent == failing else {
                    defer { cancelled.add() }
                    return try await hang()
                }
                return Response(status: 500)
            })
        let error = await #expect(throws: LoadError.self) {
            try await webservice.load(zip(resource("left"), resource("right")))
        }
        #expect(error?.stage == .status)
        #expect(cancelled.value == 1)
    }

    @Test(arguments: [1, 2, 7, 50]) func `all keeps to its limit and to the order of the loadables`(limit: Int)
        async throws
    {
        let (now, most) = (Counter(), Locked(0))
        let webservice = Webservice(
            transport: StubTransport { request in
                now.add()
                most.withLock { [count = now.value] in $0 = max($0, count) }
                // Later ones are quicker, so that they end first.
                let number = Int(request.url.lastPathComponent) ?? 50
                try await Task.sleep(for: .milliseconds((50 - number) / 10))
                now.add(-1)
                return Response(body: Data(request.url.lastPathComponent.utf8))
            })
        let values = try await webservice.load(all((0..<50).map { resource("\($0)") }, atOnce: limit))
        let expected = (0..<50).map { number in "\(number)" }
        #expect(values == expected)
        #expect(most.withLock { $0 } <= limit)
        #expect(most.withLock { $0 } >= min(limit, 2))
    }

    @Test func `all of nothing is an empty list`() async throws {
        let webservice = Webservice(transport: StubTransport { _ in Response() })
        #expect(try await webservice.load(all([Resource<String>]())) == [])
    }

    @Test func `the first failure of all starts nothing more`() async {
        let sent = Counter()
        let webservice = Webservice(
            transport: StubTransport { request in
                sent.add()
                return Response(status: request.url.lastPathComponent == "3" ? 500 : 200)
            })
        let plan = all((0..<100).map { resource("\($0)") }, atOnce: 1)
        await #expect(throws: LoadError.self) { try await webservice.load(plan) }
        #expect(sent.value == 4)
    }
}
