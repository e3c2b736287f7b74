import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// More loads than may be under way at once.
@Suite(.alone) struct QueueTests {
    @Test
    func `of the loads that wait, those that are canceled are never sent, and the others once`() async throws {
        let isOpen = Locked(false)
        let server = try LoopbackServer(answering: { request in
            if request.url.lastPathComponent == "first" {
                while !isOpen.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
            }
            return .response(Response(body: Data(request.url.lastPathComponent.utf8)))
        })
        let webservice = server.webservice(CurlTransport(maximumTransfersPerOrigin: 1))
        let first = Task { try await webservice.load(echo("first", timeout: nil)) }
        #expect(await eventually { server.requests.count == 1 })
        let waiting = (0..<2_000).map { number in
            Task { try await webservice.load(echo("\(number)", timeout: nil)) }
        }
        // Those that were handed over leave their place in the line; the others never get one.
        for (number, task) in waiting.enumerated() where number % 3 != 0 { task.cancel() }
        for (number, task) in waiting.enumerated() where number % 3 != 0 {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        isOpen.withLock { $0 = true }
        _ = try await first.value
        for (number, task) in waiting.enumerated() where number % 3 == 0 {
            #expect(try await task.value.body == Data("\(number)".utf8))
        }
        let sent = server.requests.dropFirst().compactMap { Int($0.url.lastPathComponent) }.sorted()
        #expect(sent == (0..<2_000).filter { $0 % 3 == 0 })
    }

    @Test
    func `of the loads that wait, each ends at its own timeout, and the others are sent`() async {
        // In a process of its own, where no other test keeps its threads from keeping time.
        await #expect(processExitsWith: .success) {
            let isOpen = Locked(false)
            let server = try LoopbackServer(answering: { request in
                if request.url.lastPathComponent == "first" {
                    while !isOpen.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
                }
                return .response(Response(body: Data(request.url.lastPathComponent.utf8)))
            })
            let webservice = server.webservice(CurlTransport(maximumTransfersPerOrigin: 1))
            let first = Task { try await webservice.load(echo("first", timeout: nil)) }
            #expect(await eventually { server.requests.count == 1 })
            // Every third has none, and every third one that is long.
            let timeouts = (0..<3_000).map { number -> Duration? in
                [nil, .seconds(100), .milliseconds(200 + number * 7 % 1_000)][number % 3]
            }
            let waiting = timeouts.enumerated().map { number, timeout in
                Task {
                    let start = ContinuousClock.now
                    let result = await webservice.result(echo("\(number)", timeout: timeout))
                    return (result, start.duration(to: .now))
                }
            }
            for (task, timeout) in zip(waiting, timeouts) {
                guard let timeout, timeout < .seconds(50) else { continue }
                let (result, taken) = await task.value
                #expect(throws: LoadError.self) { try result.get() }
                #expect(taken >= timeout && taken < timeout + .seconds(30), "\(taken) of \(timeout)")
            }
            #expect(server.requests.count == 1)
            isOpen.withLock { $0 = true }
            _ = try await first.value
            for (number, task) in waiting.enumerated() where number % 3 < 2 {
                #expect(try await task.value.0.get().body == Data("\(number)".utf8))
            }
            let sent = server.requests.dropFirst().compactMap { Int($0.url.lastPathComponent) }.sorted()
            #expect(sent == (0..<3_000).filter { $0 % 3 < 2 })
        }
    }

    @Test func `the error of a load that has waited in vain says that it was not sent`() async throws {
        let server = try LoopbackServer(answering: { _ in .faulty(Response(), .silence) })
        let webservice = server.webservice(CurlTransport(maximumTransfersPerOrigin: 1))
        let first = Task { try await webservice.load(echo("first", timeout: nil)) }
        #expect(await eventually { server.requests.count == 1 })
        for timeout in [Duration.milliseconds(100), .zero] {
            let error = await #expect(throws: LoadError.self) { try await webservice.load(echo(timeout: timeout)) }
            let cause = error?.underlyingError as? TransportError
            #expect(cause?.kind == .timedOut)
            #expect(cause?.message == "no connection was free within \(timeout), so the request wasn't sent")
        }
        first.cancel()
    }
}

extension Webservice {
    fileprivate func result(_ resource: Resource<Response>) async -> Result<Response, any Error> {
        do {
            return .success(try await load(resource))
        } catch {
            return .failure(error)
        }
    }
}
