import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A server of nothing but sockets, for bodies that are too large to be held: a function drives each connection.
final class RawServer: Sendable {
    /// The client's end of the wire.
    struct Connection: Sendable {
        let descriptor: Int32

        /// Sends a text; false when the client has left.
        func send(_ text: String) -> Bool { send(Array(text.utf8)) }

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
            // Not as a copy of a slice: where the result is not used, Swift 6.3 frees it before it copies (-O).
            let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
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

        /// Reads a request and throws its body away; returns the body's length, nil when the client has left.
        func drain() -> Int? {
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            var head: [UInt8] = []
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { return nil }
                head += buffer[..<count]
                let text = String(decoding: head, as: UTF8.self)
                guard let end = text.range(of: "\r\n\r\n") else { continue }
                let length = text[..<end.lowerBound].split(separator: "\r\n")
                    .first { $0.lowercased().hasPrefix("content-length:") }
                    .flatMap { Int($0.split(separator: " ").last ?? "") }
                if text[..<end.lowerBound].lowercased().contains("transfer-encoding: chunked") {
                    return drainChunks(&buffer, after: Array(text[end.upperBound...].utf8))
                }
                guard let length else { return 0 }
                var left = length - text[end.upperBound...].utf8.count
                while left > 0 {
                    let count = recv(descriptor, &buffer, buffer.count, 0)
                    guard count > 0 else { return nil }
                    left -= count
                }
                return length
            }
        }

        /// Throws chunks away until the last one; returns how many bytes they took, nil when the client has left.
        private func drainChunks(_ buffer: inout [UInt8], after begun: [UInt8]) -> Int? {
            var (end, total) = (begun.suffix(5), begun.count)
            while !end.elementsEqual("0\r\n\r\n".utf8) {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { return nil }
                total += count
                // Not `suffix`, which is that of sequences here and looks at each byte.
                end = (end + buffer[max(0, count - 5)..<count]).suffix(5)
            }
            return total
        }
    }

    /// The system gives no socket.
    struct NoSocket: Error {}

    let baseURL: URL
    private let listener: Int32

    /// A server on 127.0.0.1.
    init(driving drive: @escaping @Sendable (Connection) -> Void) throws {
        listener = socket(AF_INET, streamType, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        guard Self.listen(listener, at: &address),
            let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/")
        else { throw NoSocket() }
        baseURL = url
        accept(drive)
    }

    /// A server on ::1; nil where there is no IPv6.
    init?(onIPv6: Void, driving drive: @escaping @Sendable (Connection) -> Void) {
        listener = socket(AF_INET6, streamType, 0)
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        guard Self.listen(listener, at: &address),
            let url = URL(string: "http://[::1]:\(UInt16(bigEndian: address.sin6_port))/")
        else { return nil }
        baseURL = url
        accept(drive)
    }

    /// Listens at an address, and fills in the port; false when that is not possible.
    private static func listen<Address>(_ listener: Int32, at address: inout Address) -> Bool {
        isBound(listener, to: &address) && systemListen(listener) == 0
    }

    private func accept(_ drive: @escaping @Sendable (Connection) -> Void) {
        Thread.detachNewThread { [listener] in
            while true {
                let descriptor = systemAccept(listener)
                guard descriptor >= 0 else { return _ = close(listener) }
                Thread.detachNewThread {
                    drive(Connection(descriptor: descriptor))
                    close(descriptor)
                }
            }
        }
    }

    /// Takes no more connections, and lets the thread close the socket. To be called once; not left to `deinit`, which
    /// comes after the last mention in a test: too soon.
    func stop() { _ = shutdown(listener, Int32(SHUT_RDWR)) }
}

extension RawServer.Connection {
    /// Passes bytes on to a port of 127.0.0.1 and back, until one side leaves or the client's bytes must not pass.
    func relay(to port: Int, while passes: () -> Bool) {
        let other = RawServer.Connection(descriptor: socket(AF_INET, streamType, 0))
        defer { close(other.descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(other.descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { return }
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [self] in
            while let bytes = other.receive(), send(bytes) {}
            shutdown(descriptor, Int32(SHUT_RDWR))
            ended.signal()
        }
        while let bytes = receive(), passes(), other.send(bytes) {}
        shutdown(other.descriptor, Int32(SHUT_RDWR))
        ended.wait()
    }
}

/// A port of 127.0.0.1 at which nobody listens, and which the system gives to nobody else meanwhile.
struct ClosedPort: Sendable {
    let url: URL
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, streamType, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        guard isBound(descriptor, to: &address),
            let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/")
        else { throw RawServer.NoSocket() }
        self.url = url
    }

    func stop() { close(descriptor) }
}

/// Binds a socket to an address, and fills in the port; false when that is not possible.
private func isBound<Address>(_ descriptor: Int32, to address: inout Address) -> Bool {
    var size = socklen_t(MemoryLayout<Address>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
            bind(descriptor, general, size) == 0 && getsockname(descriptor, general, &size) == 0
        }
    }
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
