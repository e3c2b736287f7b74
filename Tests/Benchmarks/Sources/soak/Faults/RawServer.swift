import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A server of nothing but sockets: a function drives each connection, on a thread of its own.
final class RawServer: Sendable {
    /// The client's end of the wire.
    struct Connection: Sendable {
        let descriptor: Int32

        /// Sends all of the bytes; false when the client has left.
        func send(_ bytes: [UInt8]) -> Bool {
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes { sendBytes(descriptor, $0.baseAddress, $0.count) }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }

        /// Reads something, whatever it is; nil when the client has left.
        func receive() -> [UInt8]? {
            let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 14) { buffer, count in
                count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
            }
            return bytes.isEmpty ? nil : bytes
        }

        /// Reads the head of a request; nil when the client has left.
        func head() -> String? {
            var bytes: [UInt8] = []
            while let more = receive() {
                bytes += more
                let text = String(decoding: bytes, as: UTF8.self)
                if text.contains("\r\n\r\n") { return text }
            }
            return nil
        }
    }

    let baseURL: URL
    private let listener: Int32

    init(driving drive: @escaping @Sendable (Connection) -> Void) throws {
        listener = socket(AF_INET, streamType, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                bind(descriptor, general, size) == 0 && systemListen(descriptor) == 0
                    && getsockname(descriptor, general, &size) == 0
            }
        }
        let port = UInt16(bigEndian: address.sin_port)
        guard isListening, let url = URL(string: "http://127.0.0.1:\(port)/") else {
            close(descriptor)
            throw Wrong(description: "no socket to listen on")
        }
        baseURL = url
        Thread.detachNewThread {
            while case let connection = systemAccept(descriptor), connection >= 0 {
                Thread.detachNewThread {
                    drive(Connection(descriptor: connection))
                    close(connection)
                }
            }
            close(descriptor)
        }
    }

    /// Takes no more connections, and lets the thread close the socket.
    func stop() { _ = shutdown(listener, Int32(SHUT_RDWR)) }
}

private func systemListen(_ listener: Int32) -> Int32 { listen(listener, 256) }
private func systemAccept(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }

#if canImport(Darwin)
    private let streamType = SOCK_STREAM
    private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        send(descriptor, bytes, count, 0)
    }
#else
    private let streamType = Int32(SOCK_STREAM.rawValue)
    private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    }
#endif
