import NIOCore
import NIOSSL
import NIOTLS

/// Says when the handshake of TLS is over.
final class HandshakeHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    let promise: EventLoopPromise<Void>
    private let name: String?

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - promise: Succeeds when the server is known to be the one that was meant.
    ///   - name: The name of the server; nil if only its address is known.
    init(_ promise: EventLoopPromise<Void>, name: String?) { (self.promise, self.name) = (promise, name) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent {
            let handler = try? context.pipeline.syncOperations.handler(type: NIOSSLHandler.self)
            if handler?.peerCertificate?.isValid(for: name) == true {
                promise.succeed()
            } else {
                promise.fail(RedisFailure("the certificate isn't for this name"))
                context.close(promise: nil)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        promise.fail(error)
        context.fireErrorCaught(error)
    }

    func handlerRemoved(context: ChannelHandlerContext) { promise.fail(RedisFailure("the connection was lost")) }
}

extension NIOSSLCertificate {
    /// Whether a certificate that NIOSSL has verified is for a name (RFC 9525, section 6.3).
    ///
    /// NIOSSL also accepts one for the address that the name has, for which somebody who answers for DNS can have a
    /// certificate.
    fileprivate func isValid(for name: String?) -> Bool {
        let names = Array(_subjectAlternativeNames())
        guard let name, names.contains(where: { $0.nameType == .ipAddress }) else { return true }
        return names.contains { other in
            other.nameType == .dnsName && name.isHost(matching: String(decoding: other.contents, as: UTF8.self))
        }
    }
}

extension String {
    /// Whether a certificate's name, perhaps with an asterisk for the first label, is this host's.
    package func isHost(matching pattern: String) -> Bool {
        var host = lowercased().split(separator: ".", omittingEmptySubsequences: false)
        if host.last == "" { host.removeLast() }
        let labels = pattern.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        let isWild = labels.first == "*" && labels.count > 2 && labels.count == host.count
        return isWild ? labels.dropFirst().elementsEqual(host.dropFirst()) : labels == host
    }
}
