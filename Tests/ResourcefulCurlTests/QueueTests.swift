import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// More loads than may be under way at once.
struct QueueTests {
    @Test(.timeLimit(.minutes(2)))
    func `of the loads that wait, those that are cancelled are never sent, and the others once`() async throws {
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
}
