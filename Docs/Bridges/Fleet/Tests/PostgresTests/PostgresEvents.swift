import NIOConcurrencyHelpers
import ResourcefulFleet

/// What a store says of its server.
final class PostgresEvents: Sendable {
    private let lines = NIOLockedValueBox<[String]>([])
    var all: [String] { lines.withLockedValue { $0 } }
    func reset() { lines.withLockedValue { $0 = [] } }
    func add(_ event: FleetEvent) { lines.withLockedValue { $0.append("\(event)") } }
}
