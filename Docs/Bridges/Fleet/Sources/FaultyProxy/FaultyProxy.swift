import NIOConcurrencyHelpers
import NIOCore
import NIOPosix

/// A proxy between a store and its server, for tests: it delays, hangs, cuts, refuses, answers half, and counts
/// commands.
package final class FaultyProxy: Sendable {
    /// What happens to connections and bytes.
    package enum Fault: Sendable {
        /// Nothing.
        case none
        /// All bytes come so much later, in both directions.
        case delay(Duration)
        /// No byte passes until the fault ends.
        case hang
        /// Each connection is closed as soon as it is accepted.
        case refusal
        /// So many bytes of the next answer pass, and then the connection is closed.
        case half(Int)
    }

    struct State {
        var fault = Fault.none
        var pairs: [ObjectIdentifier: Pair] = [:]
        var commands: [String] = []
    }

    /// What counts commands in the bytes of a connection.
    package enum Language: Sendable { case redis, postgres }

    private let state: NIOLockedValueBox<State>
    private let server: any Channel

    /// The port at 127.0.0.1.
    package let port: Int

    /// Starts a proxy to a server at a socket.
    package init(to socket: String, _ language: Language) async throws {
        let state = NIOLockedValueBox(State())
        self.state = state
        server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { client in
                if case .refusal = state.withLockedValue({ $0.fault }) { return client.close() }
                return ClientBootstrap(group: client.eventLoop).connect(unixDomainSocketPath: socket).flatMap {
                    remote in
                    let pair = Pair(client: client, server: remote, state: state, CommandReader(language))
                    return pair.join()
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = server.localAddress?.port ?? 0
    }

    deinit {
        server.close(promise: nil)
        cut()
    }

    /// Changes what happens from now on. What was held back passes if nothing holds it any longer.
    package func set(_ fault: Fault) {
        let pairs = state.withLockedValue { state in
            state.fault = fault
            return Array(state.pairs.values)
        }
        for pair in pairs { pair.pass() }
    }

    /// Closes all connections.
    package func cut() {
        for pair in state.withLockedValue({ Array($0.pairs.values) }) { pair.close() }
    }

    /// Forgets the commands so far.
    package func reset() { state.withLockedValue { $0.commands = [] } }

    /// The names of the commands that were sent since the last reset.
    package var commands: [String] { state.withLockedValue { $0.commands } }
}

/// Two connections that belong together.
final class Pair: Sendable {
    /// The bytes that wait, in each direction.
    private struct Held {
        var toServer = ByteBuffer()
        var toClient = ByteBuffer()
        var reader: CommandReader
    }

    private let (client, server): (any Channel, any Channel)
    private let state: NIOLockedValueBox<FaultyProxy.State>
    private let held: NIOLockedValueBox<Held>

    init(
        client: any Channel, server: any Channel, state: NIOLockedValueBox<FaultyProxy.State>, _ reader: CommandReader
    ) {
        (self.client, self.server, self.state) = (client, server, state)
        held = NIOLockedValueBox(Held(reader: reader))
    }

    func join() -> EventLoopFuture<Void> {
        let id = ObjectIdentifier(self)
        state.withLockedValue { $0.pairs[id] = self }
        client.closeFuture.whenComplete { [state, server] _ in
            state.withLockedValue { $0.pairs[id] = nil }
            server.close(promise: nil)
        }
        server.closeFuture.whenComplete { [client] _ in client.close(promise: nil) }
        return client.pipeline.addHandler(Receiver { [weak self] in self?.receive($0, isAnswer: false) }).flatMap {
            self.server.pipeline.addHandler(Receiver { [weak self] in self?.receive($0, isAnswer: true) })
        }.flatMap { self.client.setOption(.autoRead, value: true) }
    }

    private func receive(_ bytes: ByteBuffer, isAnswer: Bool) {
        var bytes = bytes
        let names = held.withLockedValue { held in
            if isAnswer { held.toClient.writeBuffer(&bytes) } else { held.toServer.writeBuffer(&bytes) }
            return isAnswer ? [] : held.reader.names(in: held.toServer)
        }
        let fault = state.withLockedValue { state in
            state.commands += names
            return state.fault
        }
        switch fault {
        case .delay(let time):
            client.eventLoop.scheduleTask(in: .nanoseconds(Int64(time / .nanoseconds(1)))) { self.pass() }
        case .hang: break
        case .half(let count) where isAnswer:
            let part = held.withLockedValue { $0.toClient.readSlice(length: min(count, $0.toClient.readableBytes)) }
            if let part { client.writeAndFlush(part).whenComplete { _ in self.close() } }
        default: pass()
        }
    }

    /// Sends what has waited, unless something still holds it.
    func pass() {
        switch state.withLockedValue({ $0.fault }) {
        case .hang, .refusal: return
        default: break
        }
        let (toServer, toClient) = held.withLockedValue { held in
            defer {
                held.reader.moved(by: held.toServer.readableBytes)
                (held.toServer, held.toClient) = (ByteBuffer(), ByteBuffer())
            }
            return (held.toServer, held.toClient)
        }
        if toServer.readableBytes > 0 { server.writeAndFlush(toServer, promise: nil) }
        if toClient.readableBytes > 0 { client.writeAndFlush(toClient, promise: nil) }
    }

    func close() { client.close(promise: nil) }
}

/// Passes on what a connection receives.
private final class Receiver: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    private let receive: @Sendable (ByteBuffer) -> Void

    init(_ receive: @escaping @Sendable (ByteBuffer) -> Void) { self.receive = receive }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { receive(Self.unwrapInboundIn(data)) }
}
