import NIOCore
import NIOPosix
import ResourcefulPostgres

/// Runs statements over one connection, without a password. It is opened when it is needed, and again after it was lost.
actor PlainPostgresDriver: PostgresDriver {
    private let (path, user): (String, String)
    private var connection: EventLoopFuture<any Channel>?

    init(socket path: String, user: String) { (self.path, self.user) = (path, user) }

    func rows(_ statement: String, _ values: [[UInt8]?]) async throws -> [[[UInt8]?]] {
        var bind: [UInt8] = [0, 0, 0, 1, 0, 1] + bytes(of: Int16(values.count))
        for value in values { bind += bytes(of: Int32(value?.count ?? -1)) + (value ?? []) }
        let parts = [
            ("P", [0] + Array(statement.utf8) + [0, 0, 0]), ("B", bind + [0, 1, 0, 1]), ("E", [0, 0, 0, 0, 0]),
        ]
        let messages = (parts + [("S", [])]).flatMap { type, body in
            Array(type.utf8) + bytes(of: Int32(body.count + 4)) + body
        }
        return try await exchange(messages, over: try await open().get())
    }

    func close() async { try? await connection?.get().close() }

    private func exchange(_ bytes: [UInt8], over channel: any Channel) async throws -> [[[UInt8]?]] {
        let reply = channel.eventLoop.makePromise(of: [[[UInt8]?]].self)
        channel.writeAndFlush((bytes, reply)).cascadeFailure(to: reply)
        return try await reply.futureResult.get()
    }

    private func open() -> EventLoopFuture<any Channel> {
        if let connection { return connection }
        let hello: [UInt8] = [0, 3, 0, 0] + Array("user\0\(user)\0database\0postgres\0\0".utf8)
        let start = bytes(of: Int32(hello.count + 4)) + hello
        let new = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Rows()) }
            }
            .connect(unixDomainSocketPath: path)
            .flatMap { channel in
                let welcome = channel.eventLoop.makePromise(of: [[[UInt8]?]].self)
                channel.writeAndFlush((start, welcome)).cascadeFailure(to: welcome)
                return welcome.futureResult.map { _ in channel }
            }
        connection = new
        new.flatMap { $0.closeFuture }.whenComplete { [weak self] _ in Task { await self?.forget() } }
        return new
    }

    private func forget() { connection = nil }
}

private func bytes(of number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

/// Pairs statements with their rows, which come in the same order.
private final class Rows: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ([UInt8], EventLoopPromise<[[[UInt8]?]]>)
    private var (received, waiting) = (ByteBuffer(), CircularBuffer<EventLoopPromise<[[[UInt8]?]]>>())
    private var (rows, refusal): ([[[UInt8]?]], PostgresRefusal?) = ([], nil)

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let (bytes, reply) = Self.unwrapOutboundIn(data)
        waiting.append(reply)
        context.write(NIOAny(ByteBuffer(bytes: bytes)), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.writeImmutableBuffer(Self.unwrapInboundIn(data))
        while let length = received.getInteger(at: received.readerIndex + 1, as: Int32.self),
            var message = received.readSlice(length: Int(length) + 1)
        {
            let type = message.readInteger(as: UInt8.self).map { String(UnicodeScalar($0)) }
            message.moveReaderIndex(forwardBy: 4)
            if type == "D", let count = message.readInteger(as: Int16.self) {
                rows.append((0..<count).map { _ in Self.value(&message) })
            } else if type == "E" {
                let text = message.readableBytesView.split(separator: 0).first { $0.first == UInt8(ascii: "M") }
                refusal = PostgresRefusal(String(decoding: text?.dropFirst() ?? [], as: UTF8.self))
            } else if type == "Z" {
                let reply = waiting.popFirst()
                if let refusal { reply?.fail(refusal) } else { reply?.succeed(rows) }
                (rows, refusal) = ([], nil)
            }
        }
    }

    private static func value(_ message: inout ByteBuffer) -> [UInt8]? {
        guard let length = message.readInteger(as: Int32.self), length >= 0 else { return nil }
        return message.readBytes(length: Int(length))
    }

    func channelInactive(context: ChannelHandlerContext) {
        while let reply = waiting.popFirst() { reply.fail(ChannelError.eof) }
    }
}
