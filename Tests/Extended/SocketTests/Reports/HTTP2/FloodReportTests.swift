import Foundation
import ResourcefulCurl
import ResourcefulTesting
import Testing

/// Servers that flood a connection with frames that carry no content (RFC 9113, section 10.5).
@Suite(.alone, .serialized) struct FloodReportTests {
    enum Flood: String, CaseIterable, Codable {
        case pings, settings, emptyData, priorities, windows, unknown, continuations, interimHeads, trailers

        /// What comes before, with the stream.
        func beginning(_ stream: UInt32) -> [UInt8] {
            switch self {
            case .emptyData: .head(stream)
            case .continuations: .frame(.headers, stream: stream, [0x88])
            case .trailers: .head(stream) + .frame(.headers, flags: 1, stream: stream)
            default: []
            }
        }

        /// What is repeated.
        func piece(_ stream: UInt32) -> [UInt8] {
            switch self {
            case .pings: .frame(.ping, [1, 2, 3, 4, 5, 6, 7, 8])
            case .settings: .settings([4: 65_535])
            case .emptyData: .data(stream, "", ends: false)
            case .priorities: .frame(.priority, stream: stream, [0, 0, 0, 0, 15])
            case .windows: .window(1) + .window(1, of: stream)
            case .unknown: [0, 0, 0, 0xBB, 0] + .number(stream)
            case .continuations, .trailers:
                .frame(
                    .continuation, stream: stream, [0, 1, UInt8(ascii: "a"), 100] + Array(repeating: 97, count: 100))
            case .interimHeads: .head(stream, "103", ["link": "</a>"])
            }
        }
    }

    @Test(arguments: Flood.allCases)
    func `a flood takes neither memory nor the time of others, and ends with its load`(flood: Flood) async {
        await #expect(processExitsWith: .success) { [flood] in
            startWatchdog()
            let hasLeft = Locked(false)
            let server = try FrameServer { connection in
                guard let stream = connection.nextRequest(), connection.send(flood.beginning(stream)) else {
                    return
                }
                let pieces = Array(repeating: flood.piece(stream), count: 500).flatMap(\.self)
                while connection.send(pieces) {}
                hasLeft.withLock { $0 = true }
            }
            defer { server.stop() }
            let other = try LoopbackServer { _ in Response() }
            let transport = CurlTransport(proxy: .none, network: .init(httpVersion: .http2))
            let webservice = Webservice(transport: CurlTransport(proxy: .none))
            _ = try await webservice.load(echo(other.baseURL.absoluteString))
            let before = try peakMegabytes()
            let flooded = Task {
                try await Webservice(baseURL: server.baseURL, transport: transport).load(echo(timeout: .seconds(4)))
            }
            for _ in 0..<50 {
                let small = echo(other.baseURL.absoluteString, timeout: .seconds(2))
                #expect(try await webservice.load(small).status == 200)
            }
            let error = await #expect(throws: LoadError.self) { try await flooded.value }
            #expect(error?.stage == .transport)
            #expect(await eventually { hasLeft.withLock { $0 } })
            let grown = try peakMegabytes() - before
            #expect(grown < 30, "\(grown) MB")
        }
    }
}
