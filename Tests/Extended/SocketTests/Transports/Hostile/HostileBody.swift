import Foundation
import ResourcefulTesting
import Testing

/// What a server sends that never comes to its end, or never to the point.
struct HostileBody: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What comes first, before anything is waited for.
    let beginning: [UInt8]
    /// What comes again and again, until the client has left; nothing for silence.
    let piece: [UInt8]
    /// How long the server waits before each piece.
    let pause: Duration

    init(_ name: String, _ beginning: [UInt8], _ piece: [UInt8] = [], every pause: Duration = .zero) {
        testDescription = name
        (self.beginning, self.piece, self.pause) = (beginning, piece, pause)
    }

    /// What the threads are called that send it.
    static let threadName = "server"

    /// Sends it, until the client has left.
    func drive(_ connection: RawServer.Connection) {
        Thread.current.name = Self.threadName
        guard connection.receive() != nil, connection.send(beginning) else { return }
        if piece.isEmpty { return _ = connection.receive() }
        while connection.send(piece) {
            if pause > .zero { usleep(UInt32(pause.inMicroseconds)) }
        }
    }
}

extension Duration {
    fileprivate var inMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}

extension HostileBody {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func head(_ fields: String..., status: String = "200 OK") -> [UInt8] {
        bytes("HTTP/1.1 \(status)\r\n" + fields.map { "\($0)\r\n" }.joined() + "\r\n")
    }

    private static let chunked = head("Transfer-Encoding: chunked")
    private static let slow = Duration.milliseconds(10)

    private static func coded(_ codings: String) -> [UInt8] { head("Content-Encoding: \(codings)") }

    /// A stored block that is not the last one (RFC 1951, section 3.2.4).
    private static func stored(_ content: [UInt8]) -> [UInt8] {
        let count = UInt16(content.count)
        return [0, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)] + content
    }

    private static func gzipHead(flags: UInt8 = 0) -> [UInt8] { [0x1F, 0x8B, 8, flags, 0, 0, 0, 0, 0, 0xFF] }

    private static let zeros = [UInt8](repeating: 0, count: 65_535)
    private static let manyEmptyMembers = (0..<500).flatMap { _ in Array(Gzip.compressed(Data())) }
    /// All of them.
    static let all: [HostileBody] = heads + framings + codings

    private static let heads: [HostileBody] = [
        HostileBody("silence", []), HostileBody("half a status line, then silence", bytes("HTTP/1.1 20")),
        HostileBody("a head byte by byte", bytes("HTTP/1.1 200 OK\r\nX: "), bytes("a"), every: slow),
        HostileBody("a head line by line", bytes("HTTP/1.1 200 OK\r\n"), bytes("X: a\r\n"), every: slow),
        HostileBody("a head without end", bytes("HTTP/1.1 200 OK\r\n"), bytes("X: a\r\n")),
        HostileBody("a line without end", bytes("HTTP/1.1 200 OK\r\nX: "), bytes("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")),
        HostileBody("interim responses without end", [], bytes("HTTP/1.1 100 Continue\r\n\r\n")),
        HostileBody("early hints now and then", [], bytes("HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n"), every: slow),
        HostileBody("no HTTP at all", [], bytes("lorem ipsum dolor sit amet\n")),
        HostileBody(
            "another protocol", head("Upgrade: x", "Connection: Upgrade", status: "101 Switching Protocols"), zeros),
        HostileBody("two lengths", head("Content-Length: 5", "Content-Length: 6"), zeros),
        HostileBody("a body where there is none", head(status: "204 No Content"), zeros),
        HostileBody("a redirection with a body without end", head("Location: /", status: "302 Found"), zeros),
        HostileBody("a refusal without end", head(status: "500 Internal Server Error"), zeros),
    ]

    private static let framings: [HostileBody] = [
        HostileBody("silence for a body", head("Content-Length: 10")),
        HostileBody("silence in a body", head("Content-Length: 10") + bytes("12345")),
        HostileBody("a body byte by byte", head("Content-Length: 1000000000"), [0], every: slow),
        HostileBody("a body byte by byte without a length", head(), [0], every: slow),
        HostileBody("a body without end", head(), zeros),
        HostileBody("chunks of a byte without end", chunked, (0..<2_000).flatMap { _ in bytes("1\r\na\r\n") }),
        HostileBody("chunks without end", chunked, bytes("ffff\r\n") + zeros + bytes("\r\n")),
        HostileBody("a chunk of exabytes", chunked + bytes("3fffffffffffffff\r\n"), [0], every: slow),
        HostileBody("the size of a chunk without end", chunked, bytes("00000000000000000000")),
        HostileBody("an extension of a chunk without end", chunked + bytes("1;"), bytes("aaaaaaaaaaaaaaaaaaaa")),
        HostileBody("trailers without end", chunked + bytes("0\r\n"), bytes("X: a\r\n")),
        HostileBody("trailers now and then", chunked + bytes("0\r\n"), bytes("X: a\r\n"), every: slow),
        HostileBody("a last chunk that is not the end", chunked + bytes("1\r\na\r\n0\r\n")),
    ]

    private static let codings: [HostileBody] = [
        HostileBody("a bomb in members without end", coded("gzip"), Array(Gzip.compressed(Data(count: 1 << 20)))),
        HostileBody("members without content", coded("gzip"), manyEmptyMembers),
        HostileBody("zeros behind a member", coded("gzip") + Gzip.compressed(Data("x".utf8)), zeros),
        HostileBody("a file name without end", coded("gzip") + gzipHead(flags: 8), bytes("aaaaaaaaaaaaaaaaaaaa")),
        HostileBody("a coded body byte by byte", coded("gzip") + gzipHead(), stored([0]), every: slow),
        HostileBody(
            "blocks without content", coded("gzip") + gzipHead(), (0..<10_000).flatMap { _ in stored([]) }),
        HostileBody(
            "zeros behind an inner member",
            coded("gzip, gzip") + gzipHead() + stored(Array(Gzip.compressed(Data("x".utf8)))),
            stored(zeros)),
        HostileBody(
            "inner members without content", coded("gzip, gzip") + gzipHead(),
            stored(Array(manyEmptyMembers.prefix(10_000)))),
        HostileBody("DEFLATE without end", coded("deflate"), stored(zeros)),
        // A window of 64 KB, and blocks of metadata that have none (RFC 7932, section 9.2).
        HostileBody(
            "Brotli without content", coded("br") + [0x0C], Array(repeating: 0x06, count: 10_000)),
        HostileBody("Brotli byte by byte", coded("br") + [0x0C], [0x06], every: slow),
        HostileBody("a coding that nobody knows", coded("unheard-of"), zeros),
    ]
}
