import NIOConcurrencyHelpers

/// What one server was asked by all stores of this process: when it is silent for one, it is for all, so that a load
/// waits once, however many stores it uses.
final class SharedAnswers: Sendable {
    private let answers = NIOLockedValueBox(Answers())
    private static let all = NIOLockedValueBox<[String: @Sendable () -> SharedAnswers?]>([:])

    /// Returns those of a server that is used already, or new ones.
    static func of(_ server: String) -> SharedAnswers {
        all.withLockedValue { all in
            all = all.filter { $0.value() != nil }
            if let known = all[server]?() { return known }
            let new = SharedAnswers()
            all[server] = { [weak new] in new }
            return new
        }
    }

    func withLockedValue<Value>(_ body: (inout Answers) -> Value) -> Value { answers.withLockedValue(body) }
}
