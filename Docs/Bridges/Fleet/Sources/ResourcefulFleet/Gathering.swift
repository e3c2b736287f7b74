import NIOConcurrencyHelpers

/// Reads what many tasks ask for at the same time with one command.
package final class Gathering<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    package typealias Reading = @Sendable (_ keys: [Key]) async throws -> [Key: Value]

    private struct Asked: Sendable {
        let keys: [Key]
        let continuation: CheckedContinuation<[Value?], any Error>
    }

    private let waiting = NIOLockedValueBox<[Asked]>([])

    package init() {}

    /// Returns what is under keys; nil for those that have nothing.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - read: Reads keys, for others, too.
    package func values(_ keys: [Key], _ read: @escaping Reading) async throws -> [Value?] {
        try await withCheckedThrowingContinuation { continuation in
            let isFirst = waiting.withLockedValue { waiting in
                waiting.append(Asked(keys: keys, continuation: continuation))
                return waiting.count == 1
            }
            guard isFirst else { return }
            Task {
                // So long others can join: less than most round trips take.
                try? await Task.sleep(for: .microseconds(100))
                await readAll(read)
            }
        }
    }

    private func readAll(_ read: Reading) async {
        var all = waiting.withLockedValue { waiting in
            defer { waiting = [] }
            return waiting
        }
        while !all.isEmpty {
            let some = Array(all.prefix(500))
            all.removeFirst(some.count)
            do {
                let found = try await read(Array(Set(some.flatMap(\.keys))))
                for asked in some { asked.continuation.resume(returning: asked.keys.map { found[$0] }) }
            } catch {
                for asked in some { asked.continuation.resume(throwing: error) }
            }
        }
    }
}
