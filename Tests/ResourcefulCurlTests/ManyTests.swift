import ResourcefulCurl
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Many at once, and many that are cancelled: nothing is left behind.
@Suite(.serialized) struct ManyTests {
    // In a process of its own, where no other test opens descriptors or starts threads.
    @Test func `a thousand loads at once all succeed, without a thread for each and without a descriptor left`() async {
        await #expect(processExitsWith: .success) {
            let before = try await descriptorsAtRest()
            try await Self.loadThousandAtOnce()
            #expect(await eventually { descriptorCount() <= before }, "\(before): \(descriptors())")
        }
    }

    private static func loadThousandAtOnce() async throws {
        let server = try LoopbackServer { Response(body: Data($0.url.lastPathComponent.utf8)) }
        let webservice = server.webservice(CurlTransport())
        let threads = threadCount()
        let peak = Locked(0)
        let plan = all(
            (0..<1_000).map { number in
                echo("\(number)").map { response in
                    peak.withLock { $0 = max($0, threadCount()) }
                    return String(decoding: response.body, as: UTF8.self)
                }
            })
        #expect(try await webservice.load(plan) == (0..<1_000).map(String.init))
        // The server has a thread for each of its connections, of which there are at most 64; we have one for all.
        #expect(server.connectionCount <= 64)
        #expect(peak.withLock { $0 } <= threads + 64 + 4, "\(peak.withLock { $0 }) of \(threads)")
        server.stop()
    }

    @Test func `a thousand loads cancelled at random moments all end, and leave nothing behind`() async {
        await #expect(processExitsWith: .success) {
            let before = try await descriptorsAtRest()
            for _ in 0..<3 { try await Self.cancelThousandAtRandom() }
            #expect(await eventually { descriptorCount() <= before }, "\(before): \(descriptors())")
        }
    }

    private static func cancelThousandAtRandom() async throws {
        let server = try LoopbackServer(answering: { request in
            let number = Int(request.url.lastPathComponent) ?? 0
            let response = Response(body: Data(count: 50_000))
            return switch number % 4 {
            case 0: .response(response)
            case 1: .delayed(.response(response), by: .milliseconds(number % 20))
            case 2: .faulty(response, .stall(after: 1_000))
            default: .faulty(response, .drip(bytes: 5_000, every: .milliseconds(1)))
            }
        })
        let webservice = server.webservice(CurlTransport())
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<1_000 {
                group.addTask { await cancelSoon(echo("\(number)", timeout: nil), on: webservice) }
            }
        }
        // What is left of the transport works.
        #expect(try await webservice.load(echo("0")).body.count == 50_000)
        server.stop()
    }

    private static func cancelSoon(_ resource: Resource<Response>, on webservice: Webservice) async {
        let task = Task { try await webservice.load(resource) }
        try? await Task.sleep(for: .microseconds(Int.random(in: 0...300_000)))
        task.cancel()
        switch await task.result {
        case .success(let response): #expect(response.body.count == 50_000)
        case .failure(let error): #expect(error is CancellationError, "\(error)")
        }
    }

    @Test(arguments: [LoopbackServer.Fault.silence, .stall(after: 10), .stallInHead(after: 5)])
    func `cancelling ends a transfer at once`(fault: LoopbackServer.Fault) async throws {
        let server = try LoopbackServer(answering: { _ in .faulty(Response(body: Data(count: 1_000)), fault) })
        let task = Task { try await server.webservice().load(echo(timeout: nil)) }
        #expect(await eventually { server.requests.count == 1 })
        let clock = ContinuousClock()
        let taken = await clock.measure {
            task.cancel()
            _ = await task.result
        }
        #expect(taken < .seconds(20))
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `cancelling while connecting and while uploading ends at once`() async throws {
        // An address that never answers (RFC 5737), and a server that reads nothing of the body.
        let webservice = Webservice(transport: Shared.transport)
        let server = try LoopbackServer(bodyLimit: 0, answering: { _ in .faulty(Response(), .silence) })
        let upload = echo(
            server.baseURL.absoluteString, method: .put, body: .data(Data(count: 50_000_000)), timeout: nil)
        for resource in [echo("http://192.0.2.1/", timeout: nil), upload] {
            let task = Task { try await webservice.load(resource) }
            try await Task.sleep(for: .milliseconds(100))
            task.cancel()
            let clock = ContinuousClock()
            #expect(await clock.measure { _ = await task.result } < .seconds(20))
        }
    }

    @Test func `loads that wait for their turn do not use up their time-out`() async throws {
        let server = try LoopbackServer(answering: { _ in .delayed(.response(Response()), by: .milliseconds(100)) })
        let webservice = server.webservice(CurlTransport(maximumTransfersPerOrigin: 2))
        // Twenty tenths of a second, two at a time: a second, while each has less.
        let plan = all((0..<20).map { _ in echo(timeout: .milliseconds(700)).map(\.status) })
        #expect(try await webservice.load(plan).count == 20)
        #expect(server.connectionCount == 2)
    }

    @Test(arguments: 0..<10) func `a process that ends in the middle of transfers ends cleanly`(number: Int) async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer(answering: { request in
                request.url.lastPathComponent.hasSuffix("0")
                    ? .faulty(Response(body: Data(count: 1_000)), .stall(after: 10))
                    : .response(Response(body: Data(count: 100_000)))
            })
            let webservice = server.webservice()
            for number in 0..<50 { Task { try await webservice.load(echo("\(number)", timeout: nil)) } }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...30)))
            exit(EXIT_SUCCESS)
        }
    }

    @Test func `a transport that nobody uses any more ends its thread`() async throws {
        let server = try LoopbackServer { _ in Response() }
        func use() async throws { _ = try await server.webservice(CurlTransport()).load(echo()) }
        for _ in 0..<20 { try await use() }
        #expect(await eventually { server.connectionCount == 20 })
        let descriptors = descriptorCount()
        for _ in 0..<50 { try await use() }
        #expect(await eventually { descriptorCount() <= descriptors + 10 }, "\(descriptorCount()) of \(descriptors)")
    }
}
