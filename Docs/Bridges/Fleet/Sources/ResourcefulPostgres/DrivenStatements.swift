import NIOConcurrencyHelpers
import ResourcefulFleet

/// Statements that a client of the program carries, and that end in time.
final class DrivenStatements: PostgresStatements {
    let count: Int
    let server: String?
    private let driver: any PostgresDriver
    private let setup: PostgresSetup
    /// What looks whether all is there; nil if nothing was asked yet, or the server was away.
    private let ready = NIOLockedValueBox<Task<Void, any Error>?>(nil)

    init(_ driver: some PostgresDriver, connections: Int, setup: PostgresSetup) {
        (self.driver, count, self.setup) = (driver, max(1, connections), setup)
        server = type(of: driver) is AnyClass ? "\(ObjectIdentifier(driver as AnyObject))" : nil
    }

    func rows(_ statement: String, _ values: [[UInt8]?], _ limit: AnswerLimit) async throws -> [[[UInt8]?]] {
        try await setUp(limit)
        return try await timed(statement, values, limit.again)
    }

    func probe(_ limit: AnswerLimit) async throws {
        // A server that was away may be another one now.
        ready.withLockedValue { $0 = nil }
        try await setUp(limit)
    }

    func ask(_ limit: AnswerLimit) async throws { _ = try await timed("SELECT 1", [], limit) }

    func close() async { await driver.close() }

    /// Creates what isn't there, once.
    private func setUp(_ limit: AnswerLimit) async throws {
        let task = ready.withLockedValue { ready in
            let task = ready ?? Task { try await self.setup.run { try await self.timed($0, [], limit.again) } }
            ready = task
            return task
        }
        do {
            try await task.value
        } catch {
            ready.withLockedValue { if $0 == task { $0 = nil } }
            throw error
        }
    }

    private func timed(_ statement: String, _ values: [[UInt8]?], _ limit: AnswerLimit) async throws -> [[[UInt8]?]] {
        let outcome = Outcome<Result<[[[UInt8]?]], any Error>>()
        let running = Task { [driver] in
            do {
                outcome.set(.success(try await driver.rows(statement, values)))
            } catch let refusal as PostgresRefusal {
                outcome.set(.failure(PostgresFailure(refusal.description, isRejection: true)))
            } catch {
                outcome.set(.failure(error))
            }
        }
        let end = Task {
            do {
                while true { try await Task.sleep(for: limit.next(isFirst: false)) }
            } catch {
                outcome.set(.failure(error))
            }
        }
        defer {
            end.cancel()
            running.cancel()
        }
        guard let result = await outcome.value else { throw CancellationError() }
        return try result.get()
    }
}
