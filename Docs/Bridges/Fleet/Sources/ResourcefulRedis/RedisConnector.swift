import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL
import ResourcefulLoading
import ResourcefulNetwork

/// Opens connections to a server: with TLS, and with the login and the database before anything else is sent.
struct RedisConnector: Sendable {
    let address: RedisAddress
    /// How long it may take to open a connection.
    let timeout: TimeAmount
    let group: any EventLoopGroup
    /// What TLS needs, once it was made.
    private let context = NIOLockedValueBox<NIOSSLContext?>(nil)

    init(_ address: RedisAddress, timeout: TimeAmount, group: any EventLoopGroup) {
        (self.address, self.timeout, self.group) = (address, timeout, group)
    }

    /// Opens connections to another server of the same cluster.
    func to(_ address: RedisAddress) -> RedisConnector { RedisConnector(address, timeout: timeout, group: group) }

    /// Opens a connection on which commands can be sent.
    func connect() -> EventLoopFuture<any Channel> {
        let end = NIODeadline.now() + timeout
        let tls: NIOSSLContext?
        do { tls = try tlsContext() } catch { return group.any().makeFailedFuture(error) }
        let loop = group.next()
        // On the loop: what another thread adds to the future may come after the handshake has failed, and the reason of
        // that would be lost.
        return loop.flatSubmit {
            let bootstrap = ClientBootstrap(group: loop).connectTimeout(timeout).channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try prepare(channel, tls) }
            }
            let channel =
                switch address.place {
                case .host(let host, let port, _): bootstrap.connect(host: host, port: port)
                case .socket(let path): bootstrap.connect(unixDomainSocketPath: path)
                }
            return channel.flatMap { greet($0, until: end) }
        }
    }

    private func prepare(_ channel: any Channel, _ tls: NIOSSLContext?) throws {
        let pipeline = channel.pipeline.syncOperations
        if let tls, case .host(let host, _, _) = address.place {
            let isAddress = (try? SocketAddress(ipAddress: host, port: 0)) != nil
            // The name is verified, or the address if there is none.
            try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : host))
            try pipeline.addHandler(HandshakeHandler(channel.eventLoop.makePromise(), name: isAddress ? nil : host))
        }
        try pipeline.addHandlers([ByteToMessageHandler(RedisDecoder()), RedisHandler()])
    }

    /// What all connections need for TLS; nil if the address is without.
    private func tlsContext() throws -> NIOSSLContext? {
        guard case .host(_, _, let authorities?) = address.place else { return nil }
        return try context.withLockedValue { context in
            if let context { return context }
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.minimumTLSVersion = .tlsv12
            switch authorities {
            case .system: break
            case .systemAnd(let pem): configuration.additionalTrustRoots = [.certificates(try certificates(pem))]
            case .only(let pem): configuration.trustRoots = .certificates(try certificates(pem))
            }
            let new = try NIOSSLContext(configuration: configuration)
            context = new
            return new
        }
    }

    private func certificates(_ pem: some Sequence<UInt8>) throws -> [NIOSSLCertificate] {
        let certificates = (try? NIOSSLCertificate.fromPEMBytes(Array(pem))) ?? []
        guard !certificates.isEmpty else { throw RedisFailure("the authorities aren't certificates in PEM form") }
        return certificates
    }

    // MARK: The first commands

    private func greet(_ channel: any Channel, until end: NIODeadline) -> EventLoopFuture<any Channel> {
        let isSecured = secured(channel, until: end)
        return isSecured.flatMap {
            // Sent without waiting for replies in between.
            let replies = address.greeting.map { words in
                channel.exchange(words.map { Array($0.utf8) }, within: timeout, until: end)
            }
            return EventLoopFuture.whenAllSucceed(replies, on: channel.eventLoop)
        }.flatMapThrowing { replies in
            for (words, reply) in zip(address.greeting, replies) {
                if case .failure(let message) = reply { throw refusal(of: words[0], message) }
            }
            return channel
        }.flatMapErrorThrowing { error in
            channel.close(promise: nil)
            throw error
        }
    }

    /// Waits for the end of the handshake, if there is one.
    private func secured(_ channel: any Channel, until end: NIODeadline) -> EventLoopFuture<Void> {
        guard case .host(let host, _, _?) = address.place else { return channel.eventLoop.makeSucceededVoidFuture() }
        guard let handler = try? channel.pipeline.syncOperations.handler(type: HandshakeHandler.self) else {
            return channel.eventLoop.makeFailedFuture(RedisFailure("the connection was lost"))
        }
        channel.limit(handler.promise, to: timeout, until: end)
        return handler.promise.futureResult.flatMapErrorThrowing { error in
            throw RedisFailure("TLS with \(host) isn't possible: \(error)")
        }
    }

    /// What a server says to a login, without what it repeats of the command.
    private func refusal(of command: String, _ message: String) -> RedisFailure {
        let text = String(message.prefix { $0 != "," })
        let secrets = address.login?.password.split { $0 == "," || $0.isNewline } ?? []
        let isSecret = secrets.contains { text.contains($0) }
        return RedisFailure("the server rejected \(command): \(isSecret ? "its reply repeats the password" : text)")
    }
}
