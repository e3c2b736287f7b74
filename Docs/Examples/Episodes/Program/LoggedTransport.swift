import ExampleSupport
import Resourceful

/// A transport that logs another one's requests, their outcomes and their durations.
struct LoggedTransport<Inner: Transport>: Transport {
    struct Entry: Sendable {
        let request: Request
        let outcome: String
        let duration: Duration
    }

    private let inner: Inner
    private let log = Guarded<[Entry]>([])

    init(_ inner: Inner) { self.inner = inner }

    /// The exchanges so far.
    var entries: [Entry] { log.withLock { $0 } }

    func send(_ request: Request) async throws -> Response {
        let start = ContinuousClock.now
        do {
            let response = try await inner.send(request)
            note(request, "\(response.status)", since: start)
            return response
        } catch {
            note(request, "failed", since: start)
            throw error
        }
    }

    private func note(_ request: Request, _ outcome: String, since start: ContinuousClock.Instant) {
        let entry = Entry(request: request, outcome: outcome, duration: ContinuousClock.now - start)
        log.withLock { $0.append(entry) }
    }
}
