import ResourcefulFleet

/// What sends commands to a server of Redis or Valkey: the small part of a client that stores need.
///
///     let store = RedisStore(over: driver, prefix: "shop/")
///     let cache = RedisCache(over: driver, prefix: "shop/responses/")
///
/// A store speaks to the server itself if you give it a ``RedisAddress``. With a driver, it uses the connections of a
/// client that you have already.
public protocol RedisDriver: Sendable {
    /// Sends a command, and returns the reply of the server in version 2 of its protocol, be it a failure.
    ///
    /// Commands of many tasks come at the same time. Send each at once, without waiting for the replies to those before
    /// it, and in the order in which they come. If the task is canceled, the store waits no longer.
    ///
    /// - Parameter command: The name of the command and its arguments.
    /// - Throws: Any error if there is no reply. The store then counts as away until a command succeeds again.
    func send(_ command: [[UInt8]]) async throws -> RedisValue

    /// Ends what is connected. Nothing is sent afterwards. Does nothing by default.
    func close() async
}

extension RedisDriver {
    /// Does nothing: a client of yours is closed by you.
    public func close() async {}
}

/// A driver whose commands end in time.
struct TimedDriver<Base: RedisDriver>: RedisDriver {
    let base: Base
    let timeout: Duration

    func send(_ command: [[UInt8]]) async throws -> RedisValue {
        let outcome = Outcome<Result<RedisValue, any Error>>()
        let sending = Task {
            do { outcome.set(.success(try await base.send(command))) } catch { outcome.set(.failure(error)) }
        }
        let end = Task {
            try await Task.sleep(for: timeout)
            outcome.set(nil)
        }
        defer {
            end.cancel()
            sending.cancel()
        }
        guard let reply = await outcome.value else {
            throw RedisFailure("no reply within \(Int(timeout / .milliseconds(1))) ms", isLate: true)
        }
        return try reply.get()
    }

    func close() async { await base.close() }
}
