import NIOConcurrencyHelpers
import ResourcefulFleet
import ResourcefulRedis

/// What a store says of its connection.
final class RedisEvents: Sendable {
    private let lines = NIOLockedValueBox<[String]>([])
    var all: [String] { lines.withLockedValue { $0 } }
    func add(_ event: FleetEvent) { lines.withLockedValue { $0.append("\(event)") } }
}
