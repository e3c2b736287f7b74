import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A connection to a server of Redis or Valkey, which is opened when it is needed, and again after it was lost.
///
/// Commands are sent one after the other without waiting for replies in between, so one connection serves all loads.
final class RedisClient: Sendable {
    private enum State {
        case closed
        case opening(EventLoopFuture<any Channel>)
    }

    private let address: RedisAddress
    private let timeout: TimeAmount
    private let group: any EventLoopGroup
    private let state = NIOLockedValueBox(State.closed)

    init(_ address: RedisAddress, timeout: Duration, group: any EventLoopGroup) {
        (self.address, self.group) = (address, group)
        self.timeout = .nanoseconds(Int64(max(0, min(timeout / .nanoseconds(1), 1e18))))
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
        let promise = channel.eventLoop.makePromise(of: RedisValue.self)
        channel.eventLoop.execute { self.limit(promise, on: channel) }
        channel.writeAndFlush(RedisExchange(words: words, promise: promise)).whenFailure { promise.fail($0) }
        let value = try await promise.futureResult.get()
        if case .failure(let message) = value { throw RedisFailure(message) }
        return value
    }

    /// Fails a promise when its time is over.
    private func limit(_ promise: EventLoopPromise<RedisValue>, on channel: any Channel) {
        let loop = channel.eventLoop
        let isOver = NIOLockedValueBox<Scheduled<Void>?>(nil)
        let deadline = loop.scheduleTask(in: timeout) {
            // If this process was paused, the reply may be there, and is read first.
            let last = loop.scheduleTask(in: Self.grace) {
                promise.fail(RedisFailure("no reply within \(self.timeout.nanoseconds / 1_000_000) ms"))
                // Later replies would be taken for those of later commands.
                channel.close(promise: nil)
            }
            isOver.withLockedValue { $0 = last }
        }
        promise.futureResult.whenComplete { _ in
            deadline.cancel()
            isOver.withLockedValue { $0 }?.cancel()
        }
    }

    private static let grace = TimeAmount.milliseconds(20)

    private func open() -> EventLoopFuture<any Channel> {
        let (channel, isNew) = state.withLockedValue { state in
            if case .opening(let channel) = state { return (channel, false) }
            let channel = connect()
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

    private func connect() -> EventLoopFuture<any Channel> {
        let bootstrap = ClientBootstrap(group: group).connectTimeout(timeout).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandlers([
                    ByteToMessageHandler(RedisDecoder()), RedisHandler(),
                ])
            }
        }
        return switch address.place {
        case .host(let host, let port): bootstrap.connect(host: host, port: port)
        case .socket(let path): bootstrap.connect(unixDomainSocketPath: path)
        }
    }

    private func forget() { state.withLockedValue { $0 = .closed } }
}

/// What a server has refused, or not answered in time.
struct RedisFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A command, and the promise of its reply.
struct RedisExchange: Sendable {
    let words: [[UInt8]]
    let promise: EventLoopPromise<RedisValue>
}

/// Pairs commands with replies, which come in the same order.
final class RedisHandler: ChannelDuplexHandler {
    typealias InboundIn = RedisValue
    typealias OutboundIn = RedisExchange
    typealias OutboundOut = ByteBuffer

    private var waiting: CircularBuffer<EventLoopPromise<RedisValue>> = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let exchange = Self.unwrapOutboundIn(data)
        waiting.append(exchange.promise)
        var buffer = context.channel.allocator.buffer(capacity: 64)
        buffer.writeCommand(exchange.words)
        context.write(Self.wrapOutboundOut(buffer), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let promise = waiting.popFirst() else {
            return context.close(promise: nil)
        }
        promise.succeed(Self.unwrapInboundIn(data))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(RedisFailure("the connection was lost"))
        context.fireChannelInactive()
    }

    private func fail(_ error: any Error) {
        while let promise = waiting.popFirst() { promise.fail(error) }
    }
}
