import Foundation
import Glibc

/// A server that sends and takes a gigabyte without having it: one connection in each thread, plain sockets.
enum Server {
    static let size = 1_000_000_000

    /// An object of 200 bytes, its line break included.
    static func line(_ number: Int) -> [UInt8] {
        let beginning =
            #"{"id":\#(String(1_000_000 + number)),"sensor":"thermometer 17","taken":"2026-11-21T17:24:00Z","#
            + #""values":[20.5,21.25,-3.125,1013.25],"isValid":true,"comment":""#
        let filling = String(repeating: "x", count: 200 - 3 - beginning.utf8.count)
        return Array("\(beginning)\(filling)\"}\n".utf8)
    }

    /// Thousand objects.
    static let lines = (0..<1_000).flatMap { line($0) }
    static let zeros = [UInt8](repeating: 0, count: 200_000)
}

/// Serves until the input ends, and says the port.
func serve() throws {
    signal(SIGPIPE, SIG_IGN)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(listener, $0, length) == 0 && listen(listener, 16) == 0 && getsockname(listener, $0, &length) == 0
        }
    }
    guard isListening else { throw Wrong(description: "there is no port to listen on") }
    print(UInt16(bigEndian: address.sin_port))
    fflush(nil)
    Thread.detachNewThread {
        while readLine() != nil {}
        exit(0)
    }
    let sent = Counter()
    while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { continue }
        Thread.detachNewThread { Connection(descriptor: connection, sent: sent).serve() }
    }
}

/// A number that several threads count.
final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    // Every access is under the lock.
    var value: Int { lock.withLock { count } }
    func add(_ more: Int) { lock.withLock { count += more } }
}

private struct Connection {
    let descriptor: Int32
    let sent: Counter

    func serve() {
        defer { close(descriptor) }
        while let (path, body, length) = readHead() {
            switch path {
            case "/big.bin": guard send(Server.zeros, to: Server.size) else { return }
            case "/lines": guard send(Server.lines, to: Server.size) else { return }
            case "/sent": guard answer("\(sent.value)") else { return }
            default:
                guard let count = length.map({ drain(body, $0) }) ?? drainChunks(body), answer("\(count)") else {
                    return
                }
            }
        }
    }

    /// The path of the next request, how much of its body has come, and how long that is; nil for chunks.
    private func readHead() -> (String, Int, Int?)? {
        var head: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0, head.count < 100_000 else { return nil }
            head += buffer[..<count]
            let text = String(decoding: head, as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let fields = text[..<end.lowerBound].split(separator: "\r\n")
            let length = fields.first { $0.lowercased().hasPrefix("content-length:") }
                .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
            if text.contains("100-continue") { _ = write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
            let isChunked = fields.contains { $0.lowercased().hasPrefix("transfer-encoding:") }
            let path = fields[0].split(separator: " ").dropFirst().first.map(String.init) ?? ""
            let begun = isChunked ? head.count { $0 == 0 } : head.count - text[..<end.upperBound].utf8.count
            return (path, begun, isChunked ? nil : length ?? 0)
        }
    }

    private func drain(_ begun: Int, _ length: Int) -> Int? {
        var (count, buffer) = (begun, [UInt8](repeating: 0, count: 262_144))
        while count < length {
            let more = recv(descriptor, &buffer, buffer.count, 0)
            guard more > 0 else { return nil }
            count += more
        }
        return count
    }

    /// What comes until the last chunk: of a body that is nothing but zeros, the bytes that are zero.
    private func drainChunks(_ begun: Int) -> Int? {
        var (count, buffer) = (begun, [UInt8](repeating: 0, count: 262_144))
        let last = Array("0\r\n\r\n".utf8)
        var tail: [UInt8] = []
        while !tail.elementsEqual(last) {
            let more = recv(descriptor, &buffer, buffer.count, 0)
            guard more > 0 else { return nil }
            count += buffer[..<more].count { $0 == 0 }
            tail = Array((tail + buffer[..<more].suffix(last.count)).suffix(last.count))
        }
        return count
    }

    private func send(_ piece: [UInt8], to length: Int) -> Bool {
        guard write(Array("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\nETag: \"1\"\r\n\r\n".utf8)) else {
            return false
        }
        for _ in 0..<(length / piece.count) where !write(piece) { return false }
        return true
    }

    private func answer(_ text: String) -> Bool {
        write(Array("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8))
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress! + done, bytes.count - done, 0) }
            guard count > 0 else { return false }
            done += count
            sent.add(count)
        }
        return true
    }
}

/// This program once more, as the server.
final class ServerProcess {
    private let process = Process()
    private let input = Pipe()
    let url: URL
    let size = Server.size

    static func program() throws -> URL {
        try URL(filePath: FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    }

    init() throws {
        let output = Pipe()
        process.executableURL = try Self.program()
        process.arguments = ["serve"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(port.trimmingCharacters(in: .whitespacesAndNewlines)),
            let url = URL(string: "http://127.0.0.1:\(port)/")
        else { throw Wrong(description: "the server does not say its port") }
        self.url = url
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
