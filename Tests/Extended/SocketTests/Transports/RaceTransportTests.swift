import Foundation
import ResourcefulLoading
import ResourcefulResilience
import ResourcefulTesting
import Testing

/// Races on the wire.
@Suite(.permit) struct RaceTransportTests {
    private func resource(_ path: String) -> Resource<String> {
        Resource(url: URL(string: path)!) { String(decoding: $0, as: UTF8.self) }
    }

    /// The slow one has been asked before the quick one answers.
    @Test(arguments: Subject.overSockets) func `the connection of the one that lost is let go`(
        subject: Subject
    ) async throws {
        let (hasAsked, hasLeft) = (DispatchSemaphore(value: 0), Locked(false))
        let server = try RawServer { connection in
            guard let head = connection.head() else { return }
            if head.hasPrefix("GET /slow") {
                hasAsked.signal()
                while connection.receive() != nil {}
                hasLeft.withLock { $0 = true }
            } else {
                hasAsked.wait()
                _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nquick")
            }
        }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL, transport: subject.own())
        #expect(try await webservice.load(first(of: [resource("slow"), resource("quick")])) == "quick")
        #expect(await eventually { hasLeft.withLock { $0 } })
    }

    @Test(arguments: Subject.overSockets)
    func `a second request goes over a connection of its own, and the first is let go`(
        subject: Subject
    ) async throws {
        let (count, hasLeft) = (Locked(0), Locked(false))
        let server = try RawServer { connection in
            guard connection.head() != nil else { return }
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 1 {
                while connection.receive() != nil {}
                hasLeft.withLock { $0 = true }
            } else {
                _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond")
            }
        }
        defer { server.stop() }
        let webservice = Webservice(
            baseURL: server.baseURL, policies: [.hedging(after: .milliseconds(50))], transport: subject.own())
        #expect(try await webservice.load(resource("a")) == "second")
        #expect(await eventually { hasLeft.withLock { $0 } })
        #expect(count.withLock { $0 } == 2)
    }

    @Test(arguments: Subject.overSockets) func `at a deadline, the connection is let go`(subject: Subject) async throws
    {
        let hasLeft = Locked(false)
        let server = try RawServer { connection in
            guard connection.head() != nil else { return }
            while connection.receive() != nil {}
            hasLeft.withLock { $0 = true }
        }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL, transport: subject.own())
        await #expect(throws: DeadlineExceeded.self) {
            try await webservice.load(resource("a").deadline(.milliseconds(50)))
        }
        #expect(await eventually { hasLeft.withLock { $0 } })
    }
}
