import NIOConcurrencyHelpers
import NIOCore

/// A server that many processes share, and that may be away.
final class SharedServer: Sendable {
    let client: RedisClient
    private let pause: Duration
    private let report: @Sendable (RedisEvent) -> Void
    /// When the server is tried again; nil while it is used.
    private let retry = NIOLockedValueBox<ContinuousClock.Instant?>(nil)

    init(_ client: RedisClient, pause: Duration, report: @escaping @Sendable (RedisEvent) -> Void) {
        (self.client, self.pause, self.report) = (client, pause, report)
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
