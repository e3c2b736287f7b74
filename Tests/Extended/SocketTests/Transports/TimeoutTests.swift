import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How long a load may take: as a whole (`Request.timeout`), and without anything arriving.
@Suite(.alone, .knownDifferences) struct TimeoutTests {
    private static let body = Data(String(repeating: "0123456789", count: 2_000).utf8)

    @Test(
        arguments: Subject.overSockets,
        [Duration.milliseconds(50), .milliseconds(500), .milliseconds(999), .milliseconds(1_900)])
    func `a load ends at its timeout, and not before`(subject: Subject, timeout: Duration) async throws {
        let server = try LoopbackServer(answering: { request in
            request.url.lastPathComponent == "drip"
                ? .faulty(Response(body: Self.body), .drip(bytes: 1, every: .milliseconds(20)))
                : .faulty(Response(body: Self.body), .silence)
        })
        let clock = ContinuousClock()
        for path in ["silence", "drip"] {
            let taken = await clock.measure {
                #expect(await server.webservice(subject).kindOfFailure(echo(path, timeout: timeout)) == .timedOut)
            }
            #expect(taken >= timeout - .milliseconds(5) && taken < timeout + .seconds(60))
        }
    }

    @Test(
        arguments: Subject.allCases,
        [
            Duration.seconds(60), .seconds(1 << 40), .seconds(Int64.max), .seconds(100_000_000_000_000_000),
            Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
        ])
    func `a timeout may have any length`(subject: Subject, timeout: Duration) async throws {
        let service = try Service(subject) { _ in Response(body: Data("there".utf8)) }
        #expect(try await service.webservice.load(echo(timeout: timeout)).text == "there")
    }

    @Test(
        arguments: Subject.overSockets,
        [Duration.zero, .nanoseconds(1), .seconds(-1), .seconds(Int64.min), .milliseconds(-1)])
    func `a timeout that is over from the beginning ends the load`(subject: Subject, timeout: Duration) async throws {
        let server = try LoopbackServer(answering: { _ in .faulty(Response(body: Self.body), .silence) })
        #expect(await server.webservice(subject).kindOfFailure(echo(timeout: timeout)) == .timedOut)
    }

    @Test(arguments: Subject.overSockets, [Duration.seconds(Int64.max), .seconds(1 << 33), .seconds(30)])
    func `an idle timeout may have any length`(subject: Subject, timeout: Duration) async throws {
        let server = try LoopbackServer { _ in Response(body: Self.body) }
        let transport = subject.own(idleTimeout: timeout)
        #expect(try await isSame(server.webservice(transport).load(echo(timeout: nil)).body, Self.body))
    }

    @Test(
        arguments: Subject.overSockets,
        [LoopbackServer.Fault.silence, .stallInHead(after: 20), .stall(after: 10)])
    func `a transfer that stands still ends at the idle timeout`(
        subject: Subject, fault: LoopbackServer.Fault
    ) async throws {
        let server = try LoopbackServer(answering: { _ in .faulty(Response(body: Self.body), fault) })
        await withTaskGroup { group in
            for timeout in [Duration.seconds(1), .milliseconds(1), .zero, .seconds(-5)] {
                group.addTask {
                    let webservice = server.webservice(subject.own(idleTimeout: timeout))
                    #expect(await webservice.kindOfFailure(echo(timeout: nil)) == .timedOut)
                }
            }
        }
    }

    // In a process of its own, as below. It takes longer than the idle timeout, in pieces that take a tenth of that, or
    // two thirds: then less than a byte arrives in each second.
    @Test(arguments: Subject.overSockets, [Duration.milliseconds(300), .milliseconds(2_000)])
    func `a slow transfer does not stand still`(subject: Subject, pause: Duration) async {
        await #expect(processExitsWith: .success) { [subject, pause] in
            startWatchdog()
            let text = pause < .seconds(1) ? "0123456789ABC" : "01234"
            let server = try LoopbackServer(answering: { _ in
                .faulty(Response(body: Data(text.utf8)), .drip(bytes: 1, every: pause))
            })
            let webservice = server.webservice(subject.own(idleTimeout: .seconds(3)))
            #expect(try await webservice.load(echo(timeout: nil)).text == text)
        }
    }

    // In a process of its own, where no other test keeps its threads from keeping time.
    @Test(arguments: Subject.overSockets) func `loads that wait for their turn do not use up their idle timeout`(
        subject: Subject
    ) async {
        await #expect(processExitsWith: .success) { [subject] in
            startWatchdog()
            let server = try LoopbackServer(answering: { _ in .delayed(.response(Response()), by: .seconds(1)) })
            let webservice = server.webservice(subject.own(idleTimeout: .seconds(2), maximumAtOnce: 1))
            // Four seconds, one load at a time: the last one waits for three.
            let plan = all((0..<4).map { _ in echo(timeout: nil).alone().map(\.status) })
            try await subject.check(.waitingUsesTime) {
                let statuses = try await webservice.load(plan)
                #expect(statuses.count == 4)
                #expect(server.connectionCount == 1)
            }
        }
    }
}
