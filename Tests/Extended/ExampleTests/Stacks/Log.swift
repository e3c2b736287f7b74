import ResourcefulTesting

/// What was told, in its order.
final class Log<Value: Sendable>: Sendable {
    private let content = Locked<[Value]>([])

    var values: [Value] { content.withLock { $0 } }
    func append(_ value: Value) { content.withLock { $0.append(value) } }
}
