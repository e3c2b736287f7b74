import NIOConcurrencyHelpers

/// Whether a server that many processes share can be used.
package final class Availability: Sendable {
    private let pause: Duration
    private let report: @Sendable (FleetEvent) -> Void
    /// When the server is tried again; nil while it is used.
    private let retry = NIOLockedValueBox<ContinuousClock.Instant?>(nil)

    /// Creates one for a server that isn't tried again for some time after a failure.
    package init(pause: Duration, report: @escaping @Sendable (FleetEvent) -> Void) {
        (self.pause, self.report) = (pause, report)
    }

    /// Does something with the server; nil if that isn't possible now. Any error means that the server is away.
    func perform<Value: Sendable>(_ work: @Sendable () async throws -> Value) async -> Value? {
        let time = retry.withLockedValue { $0 }
        guard time.map({ $0 <= .now }) != false else { return nil }
        do {
            let value = try await work()
            if time != nil, retry.withLockedValue({ $0.take() != nil }) { report(.returned) }
            return value
        } catch {
            let isNew = retry.withLockedValue { retry in
                defer { retry = .now + pause }
                return retry == nil
            }
            if isNew { report(.left(reason: "\(error)")) }
            return nil
        }
    }
}
