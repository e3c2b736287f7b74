import NIOConcurrencyHelpers
import NIOCore
import ResourcefulFleet

/// What a server has refused, or not answered in time.
struct RedisFailure: ServerFailure, CustomStringConvertible {
    let description: String
    let isRejection: Bool
    let isLate: Bool

    init(_ description: String, isRejection: Bool = false, isLate: Bool = false) {
        (self.description, self.isRejection, self.isLate) = (description, isRejection, isLate)
    }
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
        buffer.writeRedisCommand(exchange.words)
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

extension Channel {
    /// Sends a command, and returns its reply.
    ///
    /// - Parameters:
    ///   - words: The command and its arguments.
    ///   - time: How long it may take, which the error names.
    ///   - end: When that is over, if it began earlier than now.
    func exchange(
        _ words: [[UInt8]], within time: TimeAmount, until end: NIODeadline? = nil
    ) -> EventLoopFuture<RedisValue> {
        let promise = eventLoop.makePromise(of: RedisValue.self)
        eventLoop.execute { self.limit(promise, to: time, until: end ?? .now() + time) }
        writeAndFlush(RedisExchange(words: words, promise: promise)).whenFailure { promise.fail($0) }
        return promise.futureResult
    }

    /// Fails a promise when its time is over.
    func limit<Value>(_ promise: EventLoopPromise<Value>, to time: TimeAmount, until end: NIODeadline) {
        let isOver = NIOLockedValueBox<Scheduled<Void>?>(nil)
        let deadline = eventLoop.scheduleTask(deadline: end) {
            // If this process was paused, the reply may be there, and is read first.
            let last = self.eventLoop.scheduleTask(in: .milliseconds(20)) {
                promise.fail(RedisFailure("no reply within \(time.nanoseconds / 1_000_000) ms"))
                // Later replies would be taken for those of later commands.
                self.close(promise: nil)
            }
            isOver.withLockedValue { $0 = last }
        }
        promise.futureResult.whenComplete { _ in
            deadline.cancel()
            isOver.withLockedValue { $0 }?.cancel()
        }
    }
}
