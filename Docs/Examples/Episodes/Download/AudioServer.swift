import ExampleSupport
import Resourceful
import ResourcefulTesting

/// A server on this machine with one large file, the same at every run, over a slow line.
final class AudioServer: Sendable {
    private let server: LoopbackServer

    /// Where the file is.
    var url: URL { server.baseURL.appending(path: "episodes/30.mp3") }
    var port: UInt16 { server.baseURL.port.flatMap { UInt16(exactly: $0) } ?? 0 }

    /// A server on a port, or on any one that is free if that is taken.
    ///
    /// What is left of a download is that of a URL, and the port is a part of it.
    ///
    /// One that is flaky loses the connection once, and then is overloaded once.
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

    /// What goes wrong with a request.
    private enum Trouble { case cut, overload }

    /// Bytes that look like any: a piece of them, again and again.
    private static func noise(_ count: Int) -> Data {
        var state: UInt32 = 30
        let piece = (0..<60_013).map { _ in
            // Numerical Recipes' generator: its upper bits look like any.
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
        var noise = Data(capacity: count + piece.count)
        while noise.count < count { noise.append(contentsOf: piece) }
        return noise.prefix(count)
    }
}
