import Foundation
import ResourcefulCurl
import ResourcefulTesting

/// A server of HTTP/2 in plain text, of which a function drives each connection frame by frame (RFC 9113, section 4).
struct FrameServer {
    /// A frame that the client has sent.
    struct Frame {
        let kind: Kind
        let flags: UInt8
        let stream: UInt32
        let payload: [UInt8]

        /// Whether it is the last frame of its stream.
        var endsStream: Bool { (kind == .data || kind == .headers) && flags & 1 != 0 }
    }

    enum Kind: UInt8 {
        case data, headers, priority, reset, settings, push, ping, goAway, windowUpdate, continuation
    }

    private let raw: RawServer

    var baseURL: URL { raw.baseURL }

    /// - Parameter settings: What each connection begins with.
    init(settings: [UInt16: UInt32] = [:], driving drive: @escaping @Sendable (Connection) -> Void) throws {
        raw = try RawServer { connection in
            let connection = Connection(connection)
            guard connection.hasPreface, connection.send(.settings(settings)) else { return }
            drive(connection)
        }
    }

    /// A server that answers each request, with its stream, as soon as the request is complete.
    init(
        settings: [UInt16: UInt32] = [:], answering answer: @escaping @Sendable (Connection, UInt32) -> Void
    ) throws {
        try self.init(settings: settings) { connection in
            while let frame = connection.next() {
                if frame.endsStream { answer(connection, frame.stream) }
            }
        }
    }

    func stop() { raw.stop() }

    /// Loads over connections of its own.
    func webservice(idleTimeout: Duration = .seconds(60)) -> Webservice {
        let transport = CurlTransport(
            idleTimeout: idleTimeout, proxy: .none, network: .init(httpVersion: .http2))
        return Webservice(baseURL: baseURL, transport: transport)
    }
}

extension FrameServer {
    /// The server's end of a connection, for the thread that drives it.
    final class Connection {
        private let raw: RawServer.Connection
        private var bytes: [UInt8] = []
        /// What a stream's window begins with, as the client says.
        private(set) var initialWindow = 65_535
        /// Whether what the client sends is let in as it comes.
        var opensWindows = true

        init(_ raw: RawServer.Connection) { self.raw = raw }

        fileprivate var hasPreface: Bool { take(24)?.starts(with: Array("PRI * HTTP/2.0".utf8)) == true }

        private func take(_ count: Int) -> [UInt8]? {
            while bytes.count < count {
                guard let more = raw.receive() else { return nil }
                bytes += more
            }
            defer { bytes.removeFirst(count) }
            return Array(bytes[..<count])
        }

        /// The next frame, nil when the client has left. What concerns the connection is answered.
        func next() -> Frame? {
            guard let head = take(9), let kind = Kind(rawValue: head[3]),
                let payload = take(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2]))
            else { return nil }
            let frame = Frame(kind: kind, flags: head[4], stream: Self.number(head[5...]), payload: payload)
            if kind == .settings, frame.flags == 0 {
                for entry in stride(from: 0, to: payload.count - 5, by: 6) where payload[entry + 1] == 4 {
                    initialWindow = Int(Self.number(payload[(entry + 2)..<(entry + 6)]))
                }
                _ = send(.frame(.settings, flags: 1))
            }
            if kind == .ping, frame.flags == 0 { _ = send(.frame(.ping, flags: 1, payload)) }
            if kind == .data, !payload.isEmpty, opensWindows {
                let count = UInt32(payload.count)
                let isOver = frame.endsStream
                _ = send(.window(count), isOver ? [] : .window(count, of: frame.stream))
            }
            return frame
        }

        /// The stream of the next request, as soon as its head has come.
        func nextRequest() -> UInt32? {
            while let frame = next() {
                if frame.kind == .headers { return frame.stream }
            }
            return nil
        }

        /// Waits until the client has read what was sent (RFC 9113, section 6.7), or has left.
        func waitUntilRead() {
            send(.frame(.ping, [UInt8](repeating: 7, count: 8)))
            while let frame = next(), frame.kind != .ping {}
        }

        /// Sends frames; false when the client has left.
        @discardableResult func send(_ frames: [UInt8]...) -> Bool { raw.send(frames.flatMap(\.self)) }

        /// Reads until the client leaves.
        func linger() {
            while next() != nil {}
        }

        static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}

extension [UInt8] {
    /// A frame.
    static func frame(
        _ kind: FrameServer.Kind, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []
    ) -> [UInt8] {
        let length = [UInt8(payload.count >> 16), UInt8(payload.count >> 8 & 0xFF), UInt8(payload.count & 0xFF)]
        return length + [kind.rawValue, flags] + number(stream) + payload
    }

    static func settings(_ settings: [UInt16: UInt32]) -> [UInt8] {
        frame(.settings, settings.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] + number($1) })
    }

    static func window(_ count: UInt32, of stream: UInt32 = 0) -> [UInt8] {
        frame(.windowUpdate, stream: stream, number(count))
    }

    /// The head of a response, with literal fields (RFC 7541, section 6.2.2).
    static func head(
        _ stream: UInt32, _ status: String = "200", _ fields: KeyValuePairs<String, String> = [:], ends: Bool = false
    ) -> [UInt8] {
        let payload = [0x08] + text(status) + fields.flatMap { [0] + text($0) + text($1) }
        return frame(.headers, flags: ends ? 5 : 4, stream: stream, payload)
    }

    /// Fields behind a body.
    static func trailers(_ stream: UInt32, _ fields: KeyValuePairs<String, String>) -> [UInt8] {
        frame(.headers, flags: 5, stream: stream, fields.flatMap { [0] + text($0) + text($1) })
    }

    static func data(_ stream: UInt32, _ payload: [UInt8], ends: Bool = true) -> [UInt8] {
        frame(.data, flags: ends ? 1 : 0, stream: stream, payload)
    }

    static func data(_ stream: UInt32, _ text: String, ends: Bool = true) -> [UInt8] {
        data(stream, Array(text.utf8), ends: ends)
    }

    static func reset(_ stream: UInt32, _ code: UInt32) -> [UInt8] { frame(.reset, stream: stream, number(code)) }

    private static func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + text.utf8 }

    static func number(_ number: UInt32) -> [UInt8] {
        [UInt8(number >> 24), UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
    }
}
