import Foundation
import ResourcefulStreams
import ResourcefulTesting
import Testing

/// A request's timeout runs from the moment the transport has it, also while it waits for a place.
///
/// Each test has a process of its own, where no other test keeps its threads from keeping time.
@Suite(.alone) struct TimeoutInQueueTests {
    private static let timeout = Duration.milliseconds(300)
    /// The timeout, and what a busy machine may add to it. What it waits behind does not end by itself.
    private static let inTime = Duration.milliseconds(295) ..< .seconds(20)

    @Test(arguments: Subject.overSockets, [1, 64]) func `a load that waits behind slow loads ends at its timeout`(
        subject: Subject, places: Int
    ) async {
        await #expect(processExitsWith: .success) { [subject, places] in
            startWatchdog()
            let isOver = Locked(false)
            let server = try LoopbackServer { _ in
                while !isOver.withLock({ $0 }) { usleep(5_000) }
                return Response()
            }
            let webservice = server.webservice(subject.own(maximumAtOnce: places))
            let slow = (0..<places).map { number in Task { try await webservice.load(echo("\(number)")) } }
            #expect(await eventually { server.requests.count == places }, "all places are taken")
            let taken = await ContinuousClock().measure {
                #expect(await webservice.kindOfFailure(echo("late", timeout: Self.timeout)) == .timedOut, "the load")
            }
            #expect(Self.inTime.contains(taken), "\(taken)")
            try await subject.takesCanceledTasksOutOfItsQueue()
            isOver.withLock { $0 = true }
            for task in slow { #expect(try await task.value.status == 200, "the slow ones go on") }
            #expect(!server.requests.contains { $0.url.lastPathComponent == "late" }, "what is over is not sent")
        }
    }

    @Test(arguments: Subject.overSockets, [1, 64])
    func `a load and a stream that wait behind endless streams end at their timeouts`(
        subject: Subject, places: Int
    ) async {
        await #expect(processExitsWith: .success) { [subject, places] in
            startWatchdog()
            let server = try LoopbackServer(answering: { request in
                request.url.lastPathComponent == "next"
                    ? .response(Response()) : .faulty(Response(body: Data(count: 100)), .stall(after: 10))
            })
            let webservice = server.webservice(subject.own(maximumAtOnce: places))
            let endless = (0..<places).map { number in
                Task { for try await _ in webservice.stream(of: .bytes("\(number)", timeout: nil)) {} }
            }
            #expect(await eventually { server.requests.count == places }, "all places are taken")
            let taken = await ContinuousClock().measure {
                async let load = webservice.kindOfFailure(echo("late", timeout: Self.timeout))
                async let stream = webservice.kindOfFailure(streaming: "late", timeout: Self.timeout)
                #expect(await load == .timedOut, "the load")
                #expect(await stream == .timedOut, "the stream")
            }
            #expect(Self.inTime.contains(taken), "\(taken)")
            try await subject.takesCanceledTasksOutOfItsQueue()
            endless[0].cancel()
            #expect(try await webservice.load(echo("next")).status == 200, "the next one has a place")
            #expect(!server.requests.contains { $0.url.lastPathComponent == "late" }, "what is over is not sent")
            for task in endless { task.cancel() }
        }
    }

    @Test(arguments: Subject.overSockets)
    func `what has timed out in the queue is never sent, and those behind it have its place`(subject: Subject) async {
        await #expect(processExitsWith: .success) { [subject] in
            startWatchdog()
            let isOver = Locked(false)
            let server = try LoopbackServer { request in
                while request.url.lastPathComponent == "first", !isOver.withLock({ $0 }) { usleep(5_000) }
                return Response()
            }
            let webservice = server.webservice(subject.own(maximumAtOnce: 1))
            let first = Task { try await webservice.load(echo("first")) }
            #expect(await eventually { server.requests.count == 1 })
            let late = (0..<20).map { number in
                let resource = echo("late\(number)", method: .put, body: .data(Data(count: 10)), timeout: Self.timeout)
                return Task { await webservice.kindOfFailure(resource) }
            }
            let next = (0..<5).map { number in Task { try await webservice.load(echo("next", timeout: nil).alone()) } }
            for task in late { #expect(await task.value == .timedOut, "what waits") }
            #expect(server.requests.count == 1, "only the first one is sent")
            try await subject.takesCanceledTasksOutOfItsQueue()
            isOver.withLock { $0 = true }
            for task in next { #expect(try await task.value.status == 200, "the next ones") }
            #expect(try await first.value.status == 200, "the first one")
            #expect(try await webservice.load(echo("last")).status == 200, "the last one")
            let sent = server.requests.map(\.url.lastPathComponent)
            #expect(sent == ["first"] + Array(repeating: "next", count: 5) + ["last"], "\(sent)")
        }
    }

    // With one place, its handle is made when it has its place; with many, before.
    @Test(arguments: Subject.overSockets, [1, 64]) func `a load that has waited has only the rest of its time`(
        subject: Subject, places: Int
    ) async {
        await #expect(processExitsWith: .success) { [subject, places] in
            startWatchdog()
            let server = try LoopbackServer(answering: { request in
                request.url.lastPathComponent == "silent"
                    ? .faulty(Response(), .silence) : .delayed(.response(Response()), by: .seconds(3))
            })
            let webservice = server.webservice(subject.own(maximumAtOnce: places))
            for _ in 0..<places { Task { try await webservice.load(echo().alone()) } }
            #expect(await eventually { server.requests.count == places })
            async let load = webservice.timeToFail(echo("silent", timeout: .seconds(5)))
            async let stream = webservice.timeToFail(streaming: "silent", timeout: .seconds(5))
            for taken in await [load, stream] {
                // From the beginning: eight seconds, if the wait did not count.
                #expect(taken > .milliseconds(4_990) && taken < .milliseconds(7_900), "\(taken)")
            }
            #expect(server.requests.contains { $0.url.lastPathComponent == "silent" })
        }
    }

    // Over HTTP/2, one connection would serve them all, so all wait for it.
    @Test(arguments: Subject.overSockets) func `a load that waits for the connection of another ends at its timeout`(
        subject: Subject
    ) async {
        await #expect(processExitsWith: .success) { [subject] in
            startWatchdog()
            let connections = Locked(0)
            let server = try RawServer { connection in
                connections.withLock { $0 += 1 }
                while connection.receive() != nil {}
                connections.withLock { $0 -= 1 }
            }
            defer { server.stop() }
            let url = "https://127.0.0.1:\(try #require(server.baseURL.port))/"
            let webservice = Webservice(transport: subject.own())
            let first = Task { try await webservice.load(echo(url + "first", timeout: nil)) }
            #expect(await eventually { connections.withLock { $0 == 1 } })
            let taken = await webservice.timeToFail(echo(url, timeout: Self.timeout))
            #expect(Self.inTime.contains(taken), "\(taken)")
            first.cancel()
            // Not before: a process must not end while another thread of its own is at work on TLS.
            #expect(await eventually { connections.withLock { $0 == 0 } })
        }
    }

    @Test(arguments: Subject.overSockets) func `loads that wait under a limit have not begun, nor has their time`(
        subject: Subject
    ) async {
        await #expect(processExitsWith: .success) { [subject] in
            startWatchdog()
            // Forty-five answers, three at a time: fifteen delays, while each load has the time of ten. If that
            // included the wait, it would never be enough; if not, it is, with delays long enough for a busy machine.
            var isEnough = false
            for delay in [Duration.milliseconds(200), .milliseconds(800), .milliseconds(3_200)] where !isEnough {
                let server = try LoopbackServer(answering: { _ in .delayed(.response(Response()), by: delay) })
                let webservice = server.webservice(subject.own(), policies: [.limit(atOnce: 3)])
                let plan = all((0..<45).map { _ in echo(timeout: delay * 10).alone().map(\.status) })
                isEnough = (try? await webservice.load(plan).count) == 45
            }
            #expect(isEnough)
        }
    }

    @Test(
        arguments: Subject.overSockets,
        [Duration.seconds(60), .seconds(Int64.max), Duration(secondsComponent: .max, attosecondsComponent: 999)])
    func `a load that has waited may take as long as it likes`(subject: Subject, timeout: Duration) async throws {
        let server = try LoopbackServer(answering: { _ in .delayed(.response(Response()), by: .milliseconds(20)) })
        let webservice = server.webservice(subject.own(maximumAtOnce: 1))
        let plan = all((0..<10).map { _ in echo(timeout: timeout).alone().map(\.status) })
        #expect(try await webservice.load(plan).count == 10)
    }

    @Test(arguments: Subject.overSockets, [Duration.zero, .nanoseconds(1), .seconds(-1), .seconds(Int64.min)])
    func `a timeout that is over from the beginning ends the wait, too`(
        subject: Subject, timeout: Duration
    ) async throws {
        let server = try LoopbackServer(answering: { _ in .faulty(Response(), .silence) })
        let webservice = server.webservice(subject.own(maximumAtOnce: 1))
        let first = Task { try await webservice.load(echo("first", timeout: nil)) }
        #expect(await eventually { server.requests.count == 1 })
        #expect(await webservice.kindOfFailure(echo(timeout: timeout)) == .timedOut)
        #expect(server.requests.count == 1)
        first.cancel()
    }
}

extension Webservice {
    /// In what way a stream fails at the transport stage.
    fileprivate func kindOfFailure(streaming path: String, timeout: Duration) async -> TransportError.Kind? {
        let error = await #expect(throws: LoadError.self) {
            for try await _ in stream(of: .bytes(path, timeout: timeout)) {}
        }
        return (error?.underlyingError as? TransportError)?.kind
    }

    fileprivate func timeToFail(_ resource: Resource<Response>) async -> Duration {
        await ContinuousClock().measure { #expect(await kindOfFailure(resource) == .timedOut) }
    }

    fileprivate func timeToFail(streaming path: String, timeout: Duration) async -> Duration {
        await ContinuousClock().measure {
            #expect(await kindOfFailure(streaming: path, timeout: timeout) == .timedOut)
        }
    }
}
