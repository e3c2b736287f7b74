import NIOCore
import NIOPosix
import ResourcefulRedis

/// Sends commands over one connection, which is opened when it is needed, and again after it was lost.
actor PlainDriver: RedisDriver {
    private let path: String
    private var connection: EventLoopFuture<any Channel>?

    init(socket path: String) { self.path = path }

    func send(_ command: [[UInt8]]) async throws -> RedisValue {
        let channel = try await open().get()
        let reply = channel.eventLoop.makePromise(of: RedisValue.self)
        channel.writeAndFlush((command, reply)).cascadeFailure(to: reply)
        return try await reply.futureResult.get()
    }

    func close() async { try? await connection?.get().close() }

    private func open() -> EventLoopFuture<any Channel> {
        if let connection { return connection }
        let new = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Replies()) }
            }
            .connect(unixDomainSocketPath: path)
        connection = new
        new.flatMap { $0.closeFuture }.whenComplete { [weak self] _ in Task { await self?.forget() } }
        return new
    }

    private func forget() { connection = nil }
}

/// Pairs commands with replies, which come in the same order.
private final class Replies: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ([[UInt8]], EventLoopPromise<RedisValue>)
    private var (received, waiting) = (ByteBuffer(), CircularBuffer<EventLoopPromise<RedisValue>>())

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let (command, reply) = Self.unwrapOutboundIn(data)
        waiting.append(reply)
        var bytes = ByteBuffer()
        bytes.writeRedisCommand(command)
        context.write(NIOAny(bytes), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.writeImmutableBuffer(Self.unwrapInboundIn(data))
        while let reply = try? RedisValue(reading: &received) { waiting.popFirst()?.succeed(reply) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        while let reply = waiting.popFirst() { reply.fail(ChannelError.eof) }
    }
}
