import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A client that speaks in bytes, so that it sees on the wire what an HTTP client would hide. It waits ten seconds at
/// most for anything.
final class LoopbackServerClient {
    enum End: Equatable { case closed, reset, timedOut }

    /// A response as it was read, its body undecoded.
    struct Answer: Equatable {
        var head: String
        var body: String
    }

    private let socket: Int32
    private var unread = Data()
    private var held: LoopbackServer?

    /// Connects.
    init(_ server: LoopbackServer) throws {
        socket = systemSocket()
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(server.baseURL.port ?? 0).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let number = socket
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(number, $0, size) }
        }
        guard code == 0 else { throw Refused(code: errno) }
        setTimeout(.seconds(10))
    }

    struct Refused: Error { let code: Int32 }

    /// Connects to a server that lives as long as the client.
    convenience init(holding server: LoopbackServer) throws {
        try self.init(server)
        held = server
    }

    deinit { close(socket) }

    /// How long ``read(_:)`` waits.
    func setTimeout(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var time = timeval(tv_sec: Int(seconds), tv_usec: .init(attoseconds / 1_000_000_000_000))
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends text as it is; a client whose server has left notices when it reads.
    func send(_ text: String) { send(Data(text.utf8)) }

    /// Sends bytes as they are.
    func send(_ data: Data) {
        data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = sendBytes(UnsafeRawBufferPointer(rebasing: rest))
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    private func sendBytes(_ bytes: UnsafeRawBufferPointer) -> Int {
        systemSend(socket, bytes.baseAddress, bytes.count)
    }

    /// Says that nothing more will be sent.
    func endOutput() { shutdown(socket, Int32(SHUT_WR)) }

    /// Sends a GET for a path, with more lines when there are any.
    func get(_ path: String = "/", _ lines: String...) {
        send("GET \(path) HTTP/1.1\r\nHost: here\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n")
    }

    /// What comes next, at most so many bytes; or how the connection ended.
    private func read(_ count: Int) -> Result<Data, Ended> {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = recv(socket, &bytes, count, 0)
        if result > 0 { return .success(Data(bytes.prefix(result))) }
        if result == 0 { return .failure(Ended(end: .closed)) }
        return .failure(Ended(end: errno == ECONNRESET ? .reset : .timedOut))
    }

    struct Ended: Error, Equatable { let end: End }

    /// At least so many bytes, unless the connection ends first.
    private func fill(_ count: Int) throws(Ended) {
        while unread.count < count { unread += try read(64 * 1024).get() }
    }

    /// The bytes up to and with the first empty line.
    func readHead() throws(Ended) -> String {
        let end = Data("\r\n\r\n".utf8)
        while true {
            if let range = unread.firstRange(of: end) {
                defer { unread = Data(unread[range.upperBound...]) }
                return String(decoding: unread[..<range.upperBound], as: UTF8.self)
            }
            try fill(unread.count + 1)
        }
    }

    /// Exactly so many bytes.
    func readBytes(_ count: Int) throws(Ended) -> Data {
        try fill(count)
        defer { unread = Data(unread.dropFirst(count)) }
        return unread.prefix(count)
    }

    /// A head, and as much of a body as its Content-Length says.
    func readAnswer() throws(Ended) -> Answer {
        let head = try readHead()
        let lines = head.lowercased().split(separator: "\r\n")
        let length =
            lines.first { $0.hasPrefix("content-length:") }?.split(separator: " ").last.flatMap { Int($0) } ?? 0
        return Answer(head: head, body: String(decoding: try readBytes(length), as: UTF8.self))
    }

    /// All that comes until the connection ends, and how it ends.
    func readToEnd() -> (text: String, end: End) {
        while true {
            switch read(64 * 1024) {
            case .success(let data): unread += data
            case .failure(let ended):
                defer { unread = Data() }
                return (String(decoding: unread, as: UTF8.self), ended.end)
            }
        }
    }
}

#if canImport(Glibc)
    private let streamType = Int32(SOCK_STREAM.rawValue)
#else
    private let streamType = SOCK_STREAM
#endif

private func systemSocket() -> Int32 { socket(AF_INET, streamType, 0) }
private func systemSend(_ number: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
        send(number, base, count, 0)
    #else
        send(number, base, count, Int32(MSG_NOSIGNAL))
    #endif
}
