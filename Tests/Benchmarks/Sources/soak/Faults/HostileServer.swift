import Foundation

/// A server that sends what never comes to its end, or never to the point; the request's path says what.
final class HostileServer: Sendable {
    /// What is sent.
    struct Attack: Sendable {
        let name: String
        /// What comes first, before anything is waited for.
        let beginning: [UInt8]
        /// What comes again and again, until the client has left; nothing for silence.
        let piece: [UInt8]

        init(_ name: String, _ beginning: String, _ piece: [UInt8] = []) {
            (self.name, self.beginning, self.piece) = (name, Array(beginning.utf8), piece)
        }

        init(_ name: String, _ beginning: String, _ piece: String) {
            self.init(name, beginning, Array(piece.utf8))
        }
    }

    private let server: RawServer

    init() throws {
        server = try RawServer { connection in
            guard let head = connection.head() else { return }
            let path = head.split(separator: " ").dropFirst().first?.split(separator: "/").first ?? ""
            let number = Int(path.prefix { $0.isNumber }) ?? 0
            Self.attacks[number % Self.attacks.count].drive(connection)
        }
    }

    var baseURL: URL { server.baseURL }

    func stop() { server.stop() }

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"
    private static let gzip = ok + "Content-Encoding: gzip\r\n\r\n"
    private static let zeros = [UInt8](repeating: 0, count: 30_000)
    /// gzip's head without content, and a block of it that stands for nothing (RFC 1952; RFC 1951, section 3.2.4).
    private static let emptyBlocks: [UInt8] = (0..<2_000).flatMap { _ in [0, 0, 0, 0xFF, 0xFF] as [UInt8] }
    private static let gzipHead: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

    /// All of them: none has a value.
    static let attacks: [Attack] = [
        Attack("a head byte by byte", ok + "X: ", "a"), Attack("a head without end", ok, "X: a\r\n"),
        Attack("a line without end", ok + "X: ", String(repeating: "a", count: 1_000)),
        Attack("interim responses without end", "", "HTTP/1.1 100 Continue\r\n\r\n"),
        Attack("early hints without end", "", "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n"),
        Attack("no HTTP at all", "", "lorem ipsum dolor sit amet\n"),
        Attack("another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", zeros),
        Attack("a refusal without end", "HTTP/1.1 500 Internal Server Error\r\n\r\n", zeros),
        Attack("a body byte by byte", ok + "Content-Length: 1000000000\r\n\r\n", [0]),
        Attack("a body without end", ok + "\r\n", zeros),
        Attack("chunks of a byte without end", chunked, String(repeating: "1\r\na\r\n", count: 500)),
        Attack("the size of a chunk without end", chunked, "00000000000000000000"),
        Attack("an extension of a chunk without end", chunked + "1;", "aaaaaaaaaaaaaaaaaaaa"),
        Attack("trailers without end", chunked + "0\r\n", "X: a\r\n"),
        Attack("gzip without content", gzip, gzipHead + emptyBlocks),
        Attack("an unknown coding", ok + "Content-Encoding: zstd\r\n\r\n", zeros),
    ]
}

extension HostileServer.Attack {
    /// Sends it, until the client has left. The pauses leave the machine to others.
    func drive(_ connection: RawServer.Connection) {
        guard connection.send(beginning) else { return }
        if piece.isEmpty { return _ = connection.receive() }
        while connection.send(piece) { usleep(2_000) }
    }
}
