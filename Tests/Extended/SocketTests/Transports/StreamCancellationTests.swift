import ResourcefulStreams
import ResourcefulTesting
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Cancelling a stream, wherever it is, frees its socket at once.
@Suite(.alone) struct StreamCancellationTests {
    enum Place: String, CaseIterable, Codable {
        case beforeHead, inHead, readingNothing, reading, paused
    }

    /// A server that says when its client has left.
    private struct Watched {
        let server: RawServer
        let isAsked = Locked(false)
        let sent = Locked(0)
        let left = Locked<ContinuousClock.Instant?>(nil)

        init(_ place: Place) throws {
            server = try RawServer { [isAsked, sent, left] connection in
                guard connection.receive() != nil else { return }
                isAsked.withLock { $0 = true }
                switch place {
                case .beforeHead: break
                case .inHead: _ = connection.send("HTTP/1.1 200 OK\r\nContent-")
                case .readingNothing: _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
                case .reading: _ = connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789")
                case .paused:
                    _ = connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
                    let piece = [UInt8](repeating: 7, count: 65_536)
                    // More than the sockets keep. URLSession on Linux takes it all.
                    for _ in 0..<300 where connection.send(piece) { sent.withLock { $0 += piece.count } }
                }
                while connection.receive() != nil {}
                left.withLock { $0 = .now }
            }
        }

        /// Waits until the server gets rid of nothing any more.
        func rest() async throws {
            var last = -1
            while last != sent.withLock({ $0 }) || last <= 0 {
                last = sent.withLock { $0 }
                try await Task.sleep(for: .milliseconds(60))
            }
        }
    }

    @Test(arguments: Subject.overSockets, Place.allCases)
    func `canceling a stream frees its socket within a tenth of a second`(
        subject: Subject, place: Place
    ) async throws {
        if place == .inHead, subject.isURLSessionOnLinux { return }
        let isRead = Locked(false)
        var best = Duration.seconds(100)
        // Other work can delay a try, so the best one counts.
        for _ in 0..<40 where best > .milliseconds(100) {
            let watched = try Watched(place)
            defer { watched.server.stop() }
            isRead.withLock { $0 = false }
            let webservice = Webservice(baseURL: watched.server.baseURL, transport: subject.shared())
            let task = Task {
                for try await _ in webservice.stream(of: .bytes(timeout: nil)) {
                    isRead.withLock { $0 = true }
                    // Who reads nothing more has the transfer wait.
                    if place == .paused { try await Task.sleep(for: .seconds(1_000)) }
                }
            }
            #expect(await eventually { watched.isAsked.withLock { $0 } })
            switch place {
            case .beforeHead, .inHead, .readingNothing: try await Task.sleep(for: .milliseconds(30))
            case .reading: #expect(await eventually { isRead.withLock { $0 } })
            case .paused: try await watched.rest()
            }
            let start = ContinuousClock.now
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(await eventually { watched.left.withLock { $0 != nil } }, "the socket is not freed")
            if let left = watched.left.withLock({ $0 }) { best = min(best, start.duration(to: left)) }
        }
        #expect(best < .milliseconds(100), "\(best)")
    }
}
