import Foundation
import ResourcefulTesting
import Testing

/// Many at once, and many that are cancelled: nothing is left behind.
///
/// In processes of their own, where no other test opens descriptors or starts threads.
@Suite(.permit, .serialized) struct ManyTests {
    @Test(arguments: Subject.overSockets)
    func `a thousand loads at once succeed, without a thread for each and without a descriptor left`(
        subject: Subject
    ) async {
        await #expect(processExitsWith: .success) { [subject] in
            startWatchdog()
            let before = try await Self.descriptorsAtRest(subject)
            try await Self.loadThousandAtOnce(subject)
            #expect(await eventually { descriptorCount() <= before }, "\(before): \(descriptors())")
        }
    }

    /// The number of descriptors of a process that has done everything once: the runtime keeps some for its timers.
    static func descriptorsAtRest(_ subject: Subject) async throws -> Int {
        do {
            let server = try LoopbackServer { _ in Response() }
            _ = try await server.webservice(subject.own()).load(echo())
            server.stop()
        }
        try await Task.sleep(for: .milliseconds(100))
        return descriptorCount()
    }

    private static func loadThousandAtOnce(_ subject: Subject) async throws {
        let server = try LoopbackServer { Response(body: Data($0.url.lastPathComponent.utf8)) }
        let webservice = server.webservice(subject.own())
        let threads = threadCount()
        let peak = Locked(0)
        let plan = all(
            (0..<1_000).map { number in
                echo("\(number)").map { response in
                    peak.withLock { $0 = max($0, threadCount()) }
                    return response.text
                }
            })
        #expect(try await webservice.load(plan) == (0..<1_000).map(String.init))
        // The server has a thread for each of its connections, of which there are at most 64; we have some for all.
        // URLSession closes some and makes others.
        #expect(subject == .urlSession || server.connectionCount <= 64)
        #expect(peak.withLock { $0 } <= threads + 64 + 64, "\(peak.withLock { $0 }) of \(threads)")
        server.stop()
    }

    @Test(arguments: Subject.allCases) func `a thousand loads at once each get their own answer`(
        subject: Subject
    ) async throws {
        let service = try Service(subject) { request in
            Response(body: Data(request.url.lastPathComponent.utf8) + (request.body?.data ?? Data()))
        }
        let plan = all(
            (0..<1_000).map { number in
                echo("\(number)", method: .post, body: .data(Data(" \(number)".utf8))).map(\.text)
            })
        #expect(try await service.webservice.load(plan) == (0..<1_000).map { "\($0) \($0)" })
    }

    @Test(arguments: Subject.overSockets)
    func `a thousand loads canceled at random moments all end, and leave nothing behind`(subject: Subject) async {
        await #expect(processExitsWith: .success) { [subject] in
            startWatchdog()
            let before = try await Self.descriptorsAtRest(subject)
            for _ in 0..<2 { try await Self.cancelThousandAtRandom(subject) }
            #expect(await eventually { descriptorCount() <= before }, "\(before): \(descriptors())")
        }
    }

    private static func cancelThousandAtRandom(_ subject: Subject) async throws {
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
        let webservice = server.webservice(subject.own())
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

    @Test(arguments: Subject.overSockets, 0..<3) func `a process that ends in the middle of transfers ends cleanly`(
        subject: Subject, number: Int
    ) async {
        await #expect(processExitsWith: .success) { [subject, number] in
            startWatchdog()
            let server = try LoopbackServer(answering: { request in
                request.url.lastPathComponent.hasSuffix("0")
                    ? .faulty(Response(body: Data(count: 1_000)), .stall(after: 10))
                    : .response(Response(body: Data(count: 100_000)))
            })
            let webservice = server.webservice(subject)
            for number in 0..<50 { Task { try await webservice.load(echo("\(number)", timeout: nil)) } }
            try await Task.sleep(for: .milliseconds(number * 12))
            exit(EXIT_SUCCESS)
        }
    }
}
