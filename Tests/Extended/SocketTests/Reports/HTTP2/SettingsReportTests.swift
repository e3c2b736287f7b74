import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// What servers of HTTP/2 demand, and unknown things that they say (RFC 9113, section 6.5).
@Suite(.permit) struct SettingsReportTests {
    /// The most streams that were open at once on a connection, and how many connections there were.
    private struct Figures {
        var (most, connections) = (0, 0)
    }

    /// A server that answers a little later, and counts.
    private static func server(
        settings: [UInt16: UInt32], _ figures: Locked<Figures>,
        before: @escaping @Sendable (FrameServer.Connection) -> Void = { _ in }
    ) throws -> FrameServer {
        try FrameServer(settings: settings) { connection in
            figures.withLock { $0.connections += 1 }
            before(connection)
            var open: Set<UInt32> = []
            while let frame = connection.next() {
                if frame.kind == .headers { open.insert(frame.stream) }
                figures.withLock { [count = open.count] in $0.most = max($0.most, count) }
                guard frame.endsStream else { continue }
                usleep(5_000)
                connection.send(.head(frame.stream), .data(frame.stream, "\(frame.stream)"))
                open.remove(frame.stream)
            }
        }
    }

    @Test(arguments: [UInt32(1), 3])
    func `no connection has more streams than its server allows`(limit: UInt32) async throws {
        let figures = Locked(Figures())
        let server = try Self.server(settings: [3: limit], figures)
        defer { server.stop() }
        let webservice = server.webservice()
        _ = try await webservice.load(echo())
        let loads = all(Array(repeating: echo(timeout: .seconds(30)).alone(), count: 40))
        #expect(try await webservice.load(loads).allSatisfy { $0.status == 200 })
        #expect(figures.withLock { $0.most } <= Int(limit))
    }

    @Test func `a server that takes streams a little later is waited for, or met again`()
        async throws
    {
        let figures = Locked(Figures())
        let server = try Self.server(settings: [3: 0], figures) { connection in
            usleep(300_000)
            connection.send(.settings([3: 10]))
        }
        defer { server.stop() }
        let webservice = server.webservice()
        for _ in 0..<3 { #expect(try await webservice.load(echo(timeout: .seconds(20))).status == 200) }
    }

    @Test func `a server that never takes a stream is an error in time`() async throws {
        let server = try FrameServer(settings: [3: 0]) { $0.linger() }
        defer { server.stop() }
        let start = ContinuousClock.now
        let kind = await server.webservice().kindOfFailure(echo(timeout: .seconds(2)))
        #expect(kind != nil && start.duration(to: .now) < .seconds(60))
    }

    @Test func `unknown settings and frames are skipped`() async throws {
        let server = try FrameServer(settings: [0x4A4A: 7, 4: 100_000, 8: 1, 0x99: 0xFFFF_FFFF]) { connection, stream in
            let unknown: [UInt8] = [0, 0, 3, 0xBB, 0xFF] + [UInt8].number(stream) + [1, 2, 3]
            let alternative: [UInt8] = [0, 0, 4, 0x0A, 0] + [UInt8].number(0) + [0, 2, 0x61, 0x62]
            let priority = [UInt8].frame(.priority, stream: stream + 100, [0, 0, 0, 0, 15])
            connection.send(unknown, alternative, priority, .head(stream), unknown, .data(stream, "good"))
        }
        defer { server.stop() }
        let webservice = server.webservice()
        for _ in 0..<3 {
            let upload = echo(method: .post, body: .data(Data(count: 300_000)), timeout: .seconds(20))
            #expect(try await webservice.load(upload).text == "good")
        }
    }
}
