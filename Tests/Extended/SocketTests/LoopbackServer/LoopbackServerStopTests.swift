import Dispatch
import ResourcefulLoading
import Testing

@testable import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What is left of a server when it is stopped.
@Suite(.alone, .serialized) struct LoopbackServerStopTests {
    private static let response = Response(body: Data(repeating: 65, count: 64 << 20))

    @Test(
        arguments: [
            .faulty(response, .silence), .faulty(response, .stall(after: 1)),
            .delayed(.response(response), by: .seconds(600)),
            .faulty(response, .drip(bytes: 1, every: .seconds(600))), .faulty(response, .drip(bytes: 1, every: .zero)),
            .response(response),
        ] as [LoopbackServer.Answer])
    func `a connection that is not at its end is ended at once`(answer: LoopbackServer.Answer) throws {
        let server = try LoopbackServer(answering: { _ in answer })
        let clients = try (0..<10).map { _ in try LoopbackServerClient(server) }
        for client in clients { client.get() }
        while server.requests.count < clients.count { sleep(.milliseconds(1)) }
        let start = ContinuousClock.now
        server.stop()
        #expect(start.duration(to: .now) < .seconds(2))
    }

    @Test func `a stopped server still has its requests, and stopping it again does nothing`() throws {
        let server = try LoopbackServer { _ in Response() }
        let client = try LoopbackServerClient(server)
        client.get("/a")
        _ = try client.readHead()
        server.stop()
        server.stop()
        #expect(client.readToEnd() == ("", .closed))
        #expect(server.requests.map(\.url.path) == ["/a"])
        #expect(throws: LoopbackServerClient.Refused.self) { try LoopbackServerClient(server) }
    }

    @Test func `a server ends when its last reference is released`() throws {
        var server: LoopbackServer? = try LoopbackServer { _ in Response() }
        let client = try LoopbackServerClient(#require(server))
        client.get()
        #expect(try client.readHead().hasPrefix("HTTP/1.1 200 OK"))
        server = nil
        #expect(client.readToEnd() == ("", .closed))
    }

    @Test func `a function that blocks does not hold up stopping for ever, and ends by itself`() throws {
        let (entered, gate, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Locked(false))
        let server = try LoopbackServer { _ in
            entered.signal()
            gate.wait()
            left.withLock { $0 = true }
            return Response()
        }
        let client = try LoopbackServerClient(server)
        client.get()
        entered.wait()
        let start = ContinuousClock.now
        server.stop(waitingAtMost: .milliseconds(200))
        server.stop()
        #expect(start.duration(to: .now) < .seconds(2))
        #expect(client.readToEnd() == ("", .closed))
        gate.signal()
        while !left.withLock({ $0 }) { sleep(.milliseconds(1)) }
    }

    @Test func `a function can stop its own server`() throws {
        let held = Locked<LoopbackServer?>(nil)
        let server = try LoopbackServer { _ in
            held.withLock { $0 }?.stop()
            return Response()
        }
        held.withLock { $0 = server }
        let client = try LoopbackServerClient(server)
        client.get()
        let start = ContinuousClock.now
        #expect(client.readToEnd() == ("", .closed))
        #expect(start.duration(to: .now) < .seconds(2))
        held.withLock { $0 = nil }
    }

    #if os(Linux)
        // In a process of its own, for other tests open descriptors and threads too.
        @Test func `no descriptor and no thread is left`() async {
            await #expect(processExitsWith: .success) {
                for round in 0...3 {
                    let before = try Self.resources
                    try Self.serveAllSorts()
                    // The first round leaves behind what the runtime opens once.
                    if round > 0 { try Self.expectResources(before) }
                }
            }
        }
    #endif

    /// How many descriptors and how many threads there are.
    private static var resources: [Int] {
        get throws {
            try ["/proc/self/fd", "/proc/self/task"].map {
                try FileManager.default.contentsOfDirectory(atPath: $0).count
            }
        }
    }

    /// A thread that has ended is there until the system has noticed, and the runtime has some of its own that come and
    /// go: what a server leaves behind stays.
    private static func expectResources(_ expected: [Int]) throws {
        var found = try resources
        for _ in 0..<500 where zip(found, expected).contains(where: >) {
            sleep(.milliseconds(10))
            found = try resources
        }
        #expect(!zip(found, expected).contains { $0 > $1 }, "\(found), and not \(expected)")
    }

    /// Connections in every state that there is, when the server is stopped.
    private static func serveAllSorts() throws {
        let server = try LoopbackServer(answering: { request in
            switch request.url.path {
            case "/stall": .faulty(Response(), .silence)
            case "/reset": .faulty(Response(), .reset(after: 0))
            case "/drip": .faulty(Response(body: Data("abc".utf8)), .drip(bytes: 1, every: .seconds(60)))
            case "/cut": .faulty(Response(body: Data("abc".utf8)), .cutShort(after: 1))
            case "/large": .response(response)
            default: .response(Response())
            }
        })
        var clients: [LoopbackServerClient] = []
        for path in ["/stall", "/reset", "/drip", "/cut", "/large", "/"] {
            for number in 0..<10 {
                let client = try LoopbackServerClient(server)
                client.get(path)
                // Some of the clients leave.
                if number > 3 { clients.append(client) }
            }
        }
        clients.append(try LoopbackServerClient(server))
        while server.requests.count < 60 || server.connectionCount < 61 { sleep(.milliseconds(1)) }
        server.stop()
        #expect(server.connectionCount == 61)
    }
}

/// Blocks the thread: these tests are about threads.
private func sleep(_ duration: Duration) {
    let pause = DispatchSemaphore(value: 0)
    _ = pause.wait(timeout: .now() + .milliseconds(Int(duration.components.attoseconds / 1_000_000_000_000_000)))
}
