import NIOConcurrencyHelpers
import NIOCore
import ResourcefulFleet

/// A connection to a server of Redis or Valkey, which is opened when it is needed, and again after it was lost.
///
/// Commands are sent one after the other without waiting for replies in between, so one connection serves all loads.
final class RedisClient: Sendable {
    private enum State {
        case closed
        case opening(EventLoopFuture<any Channel>)
    }

    private let connector: RedisConnector
    private let timeout: TimeAmount
    private let state = NIOLockedValueBox(State.closed)
    let gathering = Gathering<[UInt8], [UInt8]>()

    init(_ address: RedisAddress, timeout: Duration, group: any EventLoopGroup) {
        self.timeout = .nanoseconds(Int64(max(0, min(timeout / .nanoseconds(1), 1e18))))
        connector = RedisConnector(address, timeout: self.timeout, group: group)
    }

    deinit { channel()?.whenSuccess { $0.close(promise: nil) } }

    private func channel() -> EventLoopFuture<any Channel>? {
        state.withLockedValue { state in
            if case .opening(let channel) = state { channel } else { nil }
        }
    }

    /// Sends a command and its arguments.
    func send(_ name: String, _ arguments: [UInt8]...) async throws -> RedisValue {
        try await send([Array(name.utf8)] + arguments)
    }

    /// Sends a command.
    ///
    /// - Throws: ``RedisFailure`` if the server rejects it, and any error of the connection; then the server may or may
    ///   not have carried the command out.
    func send(_ words: [[UInt8]]) async throws -> RedisValue {
        let channel = try await open().get()
        let value = try await channel.exchange(words, within: timeout).get()
        if case .failure(let message) = value { throw RedisFailure(message, isRejection: true) }
        return value
    }

    /// Throws unless the server answers.
    func probe() async throws { _ = try await send("PING") }

    private func open() -> EventLoopFuture<any Channel> {
        let (channel, isNew) = state.withLockedValue { state in
            if case .opening(let channel) = state { return (channel, false) }
            let channel = connector.connect()
            state = .opening(channel)
            return (channel, true)
        }
        guard isNew else { return channel }
        channel.whenComplete { [weak self] outcome in
            switch outcome {
            case .success(let channel): channel.closeFuture.whenComplete { [weak self] _ in self?.forget() }
            case .failure: self?.forget()
            }
        }
        return channel
    }

    private func forget() { state.withLockedValue { $0 = .closed } }
}
