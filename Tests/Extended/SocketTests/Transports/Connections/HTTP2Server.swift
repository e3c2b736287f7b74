import Foundation
import ResourcefulCurl
import ResourcefulTesting

/// A server of HTTP/2 that does to each request what a test says, at the moment that it says (RFC 9113).
final class HTTP2Server: Sendable {
    /// What happens to a stream: its head has come, so many bytes of its body, or its end.
    enum Event: Equatable {
        case head, data(Int), end
    }

    /// What the server does then.
    enum Action: Equatable {
        /// Answers with 200, and with the name of the request, if it has one, as the body.
        case answer
        /// Begins an answer with 200.
        case beginAnswer
        case reset(UInt8)
        /// Says that it goes away, and which streams it has processed: all up to this one.
        case goAway(last: UInt8)
        case close
    }

    /// A stream, for the function that decides about it.
    struct Stream {
        /// The number of the connection, counted from 0.
        let connection: Int
        /// 1, 3, 5 and so on.
        let number: UInt8
        /// The name of the request, from its path; empty without one.
        let name: String
    }

    /// A request that came as a whole and was answered.
    struct Served: Equatable {
        let connection: Int
        let name: String
        let body: [UInt8]
    }

    /// A path that names a request. HPACK's code would make these letters longer, so they are sent as they are, and so
    /// few bytes need no decoder.
    static func path(_ number: Int) -> String {
        String((0..<12).map { number >> $0 & 1 == 1 ? "~" : "$" })
    }

    private static func name(in block: [UInt8]) -> String {
        let runs = block.split { $0 != UInt8(ascii: "~") && $0 != UInt8(ascii: "$") }
        return runs.first { $0.count == 12 }.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private let server: RawServer
    private let log: Locked<[Served]>
    var baseURL: URL { server.baseURL }
    /// The requests that were answered, in the order of their answers.
    var served: [Served] { log.withLock(\.self) }

    /// Asks a function what to do. A HEAD is answered as others are, which the client has to forgive.
    init(_ decide: @escaping @Sendable (Event, Stream) -> [Action]) throws {
        let log = Locked<[Served]>([])
        let connections = Locked(0)
        self.log = log
        server = try RawServer { connection in
            let number = connections.withLock { count in
                defer { count += 1 }
                return count
            }
            var wire = Wire(connection: connection)
            guard wire.take(24) != nil, connection.send(Wire.frame(4)) else { return }
            var (bodies, names): ([UInt8: [UInt8]], [UInt8: String]) = ([:], [:])
            while let frame = wire.frame() {
                var events: [Event] = []
                let (stream, isEnd) = (frame.stream, frame.flags & 1 == 1)
                switch frame.type {
                case 0:
                    bodies[stream, default: []] += frame.payload
                    events = [.data(bodies[stream]?.count ?? 0)] + (isEnd ? [.end] : [])
                    // The window is opened again by what came.
                    let count = frame.payload.count
                    let bytes = [0, UInt8(count >> 16 & 255), UInt8(count >> 8 & 255), UInt8(count & 255)]
                    let opening = Wire.frame(8, bytes) + (isEnd ? [] : Wire.frame(8, stream: stream, bytes))
                    if count > 0, !connection.send(opening) { return }
                case 1:
                    names[stream] = Self.name(in: frame.payload)
                    events = [.head] + (isEnd ? [.end] : [])
                case 4 where !isEnd: if !connection.send(Wire.frame(4, flags: 1)) { return }
                case 6 where !isEnd: if !connection.send(Wire.frame(6, flags: 1, frame.payload)) { return }
                default: continue
                }
                let name = names[stream] ?? ""
                for event in events {
                    for action in decide(event, Stream(connection: number, number: stream, name: name)) {
                        let bytes: [UInt8]
                        switch action {
                        case .answer:
                            let served = Served(connection: number, name: name, body: bodies[stream] ?? [])
                            log.withLock { $0.append(served) }
                            // `:status: 200` is entry 8 of the static table (RFC 7541, appendix A).
                            bytes =
                                Wire.frame(1, flags: 4, stream: stream, [0x88])
                                + Wire.frame(0, flags: 1, stream: stream, Array(name.utf8))
                        case .beginAnswer: bytes = Wire.frame(1, flags: 4, stream: stream, [0x88])
                        case .reset(let code): bytes = Wire.frame(3, stream: stream, [0, 0, 0, code])
                        case .goAway(let last): bytes = Wire.frame(7, [0, 0, 0, last, 0, 0, 0, 0])
                        case .close: return
                        }
                        if !connection.send(bytes) { return }
                    }
                }
            }
        }
    }

    func stop() { server.stop() }

    /// A Webservice that gets here over TLS: without it, libcurl 7.88 can't use a connection of HTTP/2 again.
    func webservice(atOnce limit: Int = 64) -> Webservice {
        let host = Servers.tlsHost(of: server.baseURL.port ?? 0)
        let network = CurlTransport.Network(resolving: [host: ["127.0.0.1"]])
        let transport = CurlTransport(
            maximumTransfersPerOrigin: limit, tls: TLS().dangerouslyTrustingAnything(from: host), proxy: .none,
            network: network)
        return Webservice(baseURL: URL(string: "https://\(host):\(Servers.tlsPort)/"), transport: transport)
    }
}

/// The frames of a connection (RFC 9113, section 4.1).
private struct Wire {
    let connection: RawServer.Connection
    private var bytes: [UInt8] = []

    init(connection: RawServer.Connection) { self.connection = connection }

    /// The next bytes; nil when the client has left.
    mutating func take(_ count: Int) -> [UInt8]? {
        while bytes.count < count {
            guard let more = connection.receive() else { return nil }
            bytes += more
        }
        defer { bytes.removeFirst(count) }
        return Array(bytes.prefix(count))
    }

    mutating func frame() -> (type: UInt8, flags: UInt8, stream: UInt8, payload: [UInt8])? {
        guard let head = take(9),
            let payload = take(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2]))
        else { return nil }
        return (head[3], head[4], head[8], payload)
    }

    static func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8] = []) -> [UInt8] {
        [0, 0, UInt8(payload.count), type, flags, 0, 0, 0, stream] + payload
    }
}
