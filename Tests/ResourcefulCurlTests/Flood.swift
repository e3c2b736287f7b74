import Foundation
import ResourcefulTesting

/// A server that sends a response without end to whoever connects, as fast as it is taken.
final class Flood: Sendable {
    private let listener: Int32
    private let count = Locked(0)
    private let isOver = Locked(false)

    /// How many bytes of the body the system has taken.
    var sent: Int { count.withLock { $0 } }
    /// Whether the client has gone.
    var hasEnded: Bool { isOver.withLock { $0 } }

    /// Starts a server for one client.
    static func start() throws -> (Flood, port: UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        let flood = Flood(listener)
        Thread.detachNewThread { flood.serve() }
        return (flood, UInt16(bigEndian: address.sin_port))
    }

    private init(_ listener: Int32) { self.listener = listener }

    /// Waits until nothing more is taken, and says how much was.
    func countAtRest() async -> Int {
        var last = -1
        while sent != last {
            last = sent
            try? await Task.sleep(for: .milliseconds(300))
        }
        return last
    }

    /// Stops listening.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func serve() {
        let client = accept(listener, nil, nil)
        close(listener)
        var request = [UInt8](repeating: 0, count: 4_096)
        _ = recv(client, &request, request.count, 0)
        let head = Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)
        _ = send(client, head, head.count, Int32(MSG_NOSIGNAL))
        let bytes = [UInt8](repeating: 7, count: 65_536)
        while true {
            let taken = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            guard taken > 0 else { break }
            count.withLock { $0 += taken }
        }
        close(client)
        isOver.withLock { $0 = true }
    }
}
