import NIOConcurrencyHelpers
import NIOCore

/// A connection to a server of Redis or Valkey, which is opened when it is needed, and again after it was lost.
///
/// Commands are sent one after the other without waiting for replies in between, so one connection serves all loads.
/// In a cluster, it follows the server that has the keys: those of a store are all on one.
final class RedisConnection: RedisDriver {
    private struct State {
        var channel: EventLoopFuture<any Channel>?
        /// Where the keys are, as a server of the cluster has said; nil for the address.
        var moved: RedisConnector?
        var isClosed = false
    }

    private let connector: RedisConnector
    private let timeout: TimeAmount
    private let state = NIOLockedValueBox(State())

    init(_ address: RedisAddress, timeout: Duration, group: any EventLoopGroup) {
        self.timeout = .nanoseconds(Int64(max(0, min(timeout / .nanoseconds(1), 1e18))))
        connector = RedisConnector(address, timeout: self.timeout, group: group)
    }

    deinit { state.withLockedValue { $0.channel }?.whenSuccess { $0.close(promise: nil) } }

    /// Sends a command.
    ///
    /// - Throws: Any error of the connection; then the server may or may not have carried the command out.
    func send(_ command: [[UInt8]]) async throws -> RedisValue {
        for _ in 0..<5 {
            let opened = try open()
            let channel = try await opened.get()
            let value = try await channel.exchange(command, within: timeout).get()
            guard case .failure(let message) = value, let place = connector.address.moved(by: message) else {
                return value
            }
            follow(place, from: opened)
        }
        throw RedisFailure("the servers of the cluster send each other's keys on")
    }

    /// Ends the connection.
    func close() async {
        let channel = state.withLockedValue { state in
            state.isClosed = true
            return state.channel
        }
        try? await channel?.get().close()
    }

    private func open() throws -> EventLoopFuture<any Channel> {
        let (channel, isNew) = try state.withLockedValue { state in
            if state.isClosed { throw RedisFailure("the store was closed") }
            if let channel = state.channel { return (channel, false) }
            let channel = (state.moved ?? connector).connect()
            state.channel = channel
            return (channel, true)
        }
        guard isNew else { return channel }
        channel.whenComplete { [weak self] outcome in
            switch outcome {
            case .success(let opened): opened.closeFuture.whenComplete { [weak self] _ in self?.forget(channel) }
            case .failure: self?.forget(channel)
            }
        }
        return channel
    }

    /// Connects to another server of the cluster, unless another command has had that done.
    private func follow(_ address: RedisAddress, from channel: EventLoopFuture<any Channel>) {
        state.withLockedValue { state in
            guard state.channel === channel else { return }
            (state.channel, state.moved) = (nil, connector.to(address))
        }
        // Other commands may still wait for their replies.
        channel.whenSuccess { [timeout] channel in
            channel.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
        }
    }

    /// Begins at the address again: a server of a cluster that is gone has been replaced by another.
    private func forget(_ channel: EventLoopFuture<any Channel>) {
        state.withLockedValue { state in
            if state.channel === channel { (state.channel, state.moved) = (nil, nil) }
        }
    }
}
