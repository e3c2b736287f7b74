import ExampleSupport
import Resourceful
import ResourcefulTesting

/// A server on this machine with one large file over a slow connection. The file is the same in every run.
final class AudioServer: Sendable {
    private let server: LoopbackServer

    /// The URL of the file.
    var url: URL { server.baseURL.appending(path: "episodes/30.mp3") }
    var port: UInt16 { server.baseURL.port.flatMap { UInt16(exactly: $0) } ?? 0 }

    /// Starts a server on a port, or on any free one if the port is taken.
    ///
    /// The port is part of the URL under which partial downloads are kept.
    ///
    /// A flaky server loses the connection once, and then is overloaded once.
    init(port: UInt16, bytesPerSecond: Int, isFlaky: Bool = false) throws {
        let file = Response(
            headerFields: ["ETag": #""audio-1""#, "Content-Type": "audio/mpeg"], body: Self.noise(6_000_000))
        let troubles = Guarded(isFlaky ? [Trouble.cut, .overload] : [])
        let answer: @Sendable (Request) -> LoopbackServer.Answer = { request in
            let response = file.ranged(for: request)
            switch troubles.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            case .cut: return .throttled(.faulty(response, .cutShort(after: 2_000_000)), bytesPerSecond: bytesPerSecond)
            case .overload: return .response(Response(status: 503, headerFields: ["Retry-After": "2"]))
            case nil: return .throttled(.response(response), bytesPerSecond: bytesPerSecond)
            }
        }
        server = try (try? LoopbackServer(port: port, answering: answer)) ?? LoopbackServer(answering: answer)
    }

    func stop() { server.stop() }

    /// The fault for a request.
    private enum Trouble { case cut, overload }

    /// Bytes that look random: one piece, repeated.
    private static func noise(_ count: Int) -> Data {
        var state: UInt32 = 30
        let piece = (0..<60_013).map { _ in
            // Numerical Recipes' generator, whose upper bits look random.
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
        var noise = Data(capacity: count + piece.count)
        while noise.count < count { noise.append(contentsOf: piece) }
        return noise.prefix(count)
    }
}
