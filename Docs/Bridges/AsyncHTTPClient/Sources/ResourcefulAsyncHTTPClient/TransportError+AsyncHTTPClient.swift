import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import ResourcefulLoading

extension TransportError {
    /// The error of a client, told by its kind. Cancellation stays what it is, and so do errors of the library.
    static func of(_ error: any Error) -> any Error {
        switch error {
        case let error as HTTPClientError: of(error)
        case let error as HTTPParserError where error == .invalidEOFState: TransportError(.connectionLost, "\(error)")
        case let error as IOError where error.errnoCode == ECONNREFUSED: TransportError(.cannotConnect, "\(error)")
        case is IOError, is ChannelError: TransportError(.connectionLost, "\(error)")
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: TransportError(.insecure, "\(error)")
        case let error as NIOConnectionError:
            error.connectionErrors.isEmpty
                ? TransportError(.cannotResolveHost, "\(error.host) has no address")
                : TransportError(.cannotConnect, "nobody answers at \(error.host):\(error.port)")
        case is HTTPParserError, is InvalidFieldValue, is NIOHTTPDecompression.DecompressionError,
            is NIOHTTPDecompression.ExtraDecompressionError:
            TransportError(.malformedResponse, "\(error)")
        default: error
        }
    }
    private static func of(_ error: HTTPClientError) -> any Error {
        switch error {
        case .cancelled where Task.isCancelled: CancellationError()
        case .deadlineExceeded, .readTimeout, .writeTimeout, .connectTimeout, .getConnectionFromPoolTimeout:
            TransportError(.timedOut, "\(error)")
        case .remoteConnectionClosed: TransportError(.connectionLost, "\(error)")
        case .invalidURL, .emptyHost, .emptyScheme, .traceRequestWithBody: RequestError("\(error)")
        case .tlsHandshakeTimeout: TransportError(.insecure, "\(error)")
        default: error
        }
    }
}
