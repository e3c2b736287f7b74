import ResourcefulCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One load that is watched.
final class Watch: Sendable {
    private static let lastLoad = Locked(0)

    let observers: [Observer]
    private let load: Int
    private let attempts = Locked(0)

    init(_ observers: [Observer]) {
        self.observers = observers
        load = Self.lastLoad.withLock { last in
            last += 1
            return last
        }
    }

    func tell(_ kind: LoadEvent.Kind) {
        let event = LoadEvent(load: load, date: Date(), kind: kind)
        for observer in observers { observer(event) }
    }

    /// Tells of an exchange, before and after.
    func exchange(
        _ request: Request, _ send: (Request) async throws -> Response
    ) async throws -> Response {
        let attempt = attempts.withLock { attempts in
            attempts += 1
            return attempts
        }
        let shown = Redaction.standard.redacted(request)
        tell(.sent(shown, attempt: attempt))
        let start = ContinuousClock.now
        do {
            var measured = request
            measured[MeasuresExchange.self] = true
            let response = try await send(measured)
            var shownResponse = response
            shownResponse.headerFields = Redaction.standard.redacted(response.headerFields)
            if response.url != nil { shownResponse.url = shown.url }
            tell(.received(shownResponse, for: shown, attempt: attempt, after: start.duration(to: .now)))
            return response
        } catch {
            tell(.failed(shown, Redaction.standard.text(of: error), attempt: attempt, after: start.duration(to: .now)))
            throw error
        }
    }
}
