import CResourcefulCurl

/// A server of HTTP/2 that goes away says which requests it hasn't processed, and refuses streams that it can't process
/// now. These requests may be sent again, whatever their method (RFC 9113, sections 6.8 and 8.7).
///
/// libcurl tells the program nothing of that, but in its texts for people. So it is listened to while a request is sent
/// that can't be sent again otherwise.
enum LibraryText: Equatable {
    /// The server has refused the transfer's stream.
    case refusal
    /// The transfer has a stream with this number.
    case stream(UInt32)
    /// The server of the transfer's connection goes away, and has processed no stream above this number.
    case goAway(last: UInt32)

    /// Reads a text of libcurl's; nil for all others. A version that says it in other words says nothing.
    init?(_ bytes: UnsafeRawBufferPointer) {
        // Most texts begin otherwise.
        guard let first = bytes.first, "RUr[".utf8.contains(first) else { return nil }
        let text = Substring(decoding: bytes, as: UTF8.self)
        if text.hasPrefix("REFUSED_STREAM") {
            self = .refusal
        } else if Self.farewells.contains(where: text.hasPrefix),
            let last = Self.number(in: text, after: "last_stream=")
        {
            self = .goAway(last: last)
        } else if let number = Self.number(in: text, after: "Using Stream ID: ") {
            self = .stream(number)
        } else if text.contains("] OPENED stream"), let number = Self.number(in: text, after: "[HTTP/2] [") {
            self = .stream(number)
        } else {
            return nil
        }
    }

    /// A path may have any words in it, so a text must begin with them.
    private static let farewells = ["recveived GOAWAY", "received GOAWAY", "[HTTP/2] received GOAWAY"]

    private static func number(in text: Substring, after words: String) -> UInt32? {
        guard let range = text.firstRange(of: words) else { return nil }
        return UInt32(text[range.upperBound...].prefix { $0.isASCII && $0.isNumber })
    }
}

/// What the servers of a loop's connections have said, and which transfers listen. Only the thread that has the turn
/// uses it.
final class Connections {
    /// A connection, and the last stream that its server has processed if it goes away.
    final class Connection {
        var lastStream: UInt32?
    }

    private var byPort: [Int32: Connection] = [:]

    /// Notes that there is a new connection from a port of this machine, which had another one before.
    func begin(from port: Int32) { byPort[port] = nil }

    /// Returns the connection from a port.
    func connection(from port: Int32) -> Connection {
        if let connection = byPort[port] { return connection }
        let connection = Connection()
        byPort[port] = connection
        return connection
    }

    private var listenerCount = 0

    /// Begins a transfer that may share its connection. If a request needs libcurl's words, all transfers listen: it
    /// may say them to another one on the same connection.
    func begin(_ transfer: Transfer, _ handle: EasyHandle, beside active: ActiveTransfers) {
        transfer.attempts.connections = self
        if transfer.attempts.needsWord {
            handle.sendAgainIfRefused()
            if listenerCount == 0 {
                for other in active.filter({ $0.attempts.mayShareConnection }) { other.handle?.listen(for: other) }
            }
            listenerCount += 1
        }
        if listenerCount > 0 { handle.listen(for: transfer) }
    }

    /// Ends a transfer, which may be the last one.
    func end(_ transfer: Transfer, isLast: Bool) {
        if transfer.attempts.needsWord { listenerCount -= 1 }
        if isLast, !byPort.isEmpty { byPort = [:] }
    }
}

extension EasyHandle {
    /// Makes libcurl send a request again by itself only if the server has refused its stream, and say so.
    ///
    /// With any other value, libcurl doesn't look at the refusal if the connection was used before, and sends again in
    /// any case. For HTTP the value means nothing else.
    func sendAgainIfRefused() { set(RSF_OPT_RTSP_REQUEST, Int(RSF_RTSP_RECEIVE)) }

    /// Lets a transfer hear what libcurl does from now on. It costs libcurl the making of some texts.
    func listen(for transfer: Transfer) {
        _ = rsf_easy_set_listener(
            pointer,
            { _, kind, text, count, context in
                let bytes = UnsafeRawBufferPointer(start: text, count: count)
                if kind == 0, let text = LibraryText(bytes) { Transfer.with(context) { $0.attempts.hear(text) } }
                return 0
            }, Unmanaged.passUnretained(transfer).toOpaque())
        set(RSF_OPT_VERBOSE, 1)
    }
}
