/// Reads what many tasks ask for at the same time with one command: see ``Batches``.
package final class Gathering<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    package typealias Reading = @Sendable (_ keys: [Key]) async throws -> [Key: Value]

    private let batches: Batches<[Key], [Value?]>

    /// Creates one for so many commands at the same time.
    package init(atOnce: Int = .max) { batches = Batches(atOnce: atOnce) }

    /// Returns what is under keys; nil for those that have nothing.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - read: Reads keys, for others, too.
    package func values(_ keys: [Key], _ read: @escaping Reading) async throws -> [Value?] {
        try await batches.answer(to: keys) { asked in
            let found = try await read(Array(Set(asked.joined())))
            return asked.map { keys in keys.map { found[$0] } }
        }
    }
}
