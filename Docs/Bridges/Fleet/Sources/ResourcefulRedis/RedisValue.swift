public import NIOCore

/// A reply of the server, in version 2 of its protocol (RESP2).
public enum RedisValue: Sendable, Equatable {
    /// A line of text, such as `OK`.
    case text(String)
    /// A failure: its code and a message.
    case failure(String)
    /// A number.
    case number(Int)
    /// The bytes of a value.
    case bytes([UInt8])
    /// Several replies.
    case list([RedisValue])
    /// No value.
    case null

    /// Takes a reply from the bytes that a server has sent; nil if it isn't complete.
    ///
    /// - Throws: An error if the bytes aren't a reply.
    public init?(reading buffer: inout ByteBuffer) throws {
        var rest = buffer
        guard let value = try RedisDecoder.value(in: &rest, depth: 0) else { return nil }
        (self, buffer) = (value, rest)
    }

    /// The bytes of a value; none if it isn't one of bytes.
    var content: [UInt8] { if case .bytes(let bytes) = self { bytes } else { [] } }
}

/// A reply that isn't RESP2.
struct MalformedReply: Error, CustomStringConvertible {
    let description = "the server's reply isn't in the protocol of Redis"
}

/// Reads replies.
struct RedisDecoder: ByteToMessageDecoder {
    typealias InboundOut = RedisValue

    /// The largest value that is read, in bytes: what Redis itself allows.
    private static let maximumSize = 512 << 20
    private static let maximumDepth = 8

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let value = try RedisValue(reading: &buffer) else { return .needMoreData }
        context.fireChannelRead(Self.wrapInboundOut(value))
        return .continue
    }

    /// Takes a value; nil if it isn't complete.
    static func value(in buffer: inout ByteBuffer, depth: Int) throws -> RedisValue? {
        guard depth < maximumDepth else { throw MalformedReply() }
        guard let line = try line(in: &buffer) else { return nil }
        guard let kind = line.first else { throw MalformedReply() }
        let rest = String(line.dropFirst())
        switch kind {
        case "+": return .text(rest)
        case "-": return .failure(rest)
        case ":": return .number(try number(rest))
        case "$":
            let count = try number(rest)
            guard count >= 0 else { return .null }
            guard count <= maximumSize else { throw MalformedReply() }
            guard let bytes = buffer.readBytes(length: count), let end = buffer.readBytes(length: 2) else { return nil }
            guard end == [0x0D, 0x0A] else { throw MalformedReply() }
            return .bytes(bytes)
        case "*":
            let count = try number(rest)
            guard count >= 0 else { return .null }
            var values: [RedisValue] = []
            for _ in 0..<count {
                guard let value = try value(in: &buffer, depth: depth + 1) else { return nil }
                values.append(value)
            }
            return .list(values)
        default: throw MalformedReply()
        }
    }

    private static func line(in buffer: inout ByteBuffer) throws -> String? {
        let view = buffer.readableBytesView
        guard let end = view.prefix(64 << 10).firstIndex(of: 0x0D), view.index(after: end) < view.endIndex else {
            guard view.count < 64 << 10 else { throw MalformedReply() }
            return nil
        }
        guard view[view.index(after: end)] == 0x0A else { throw MalformedReply() }
        let text = buffer.readString(length: end - view.startIndex) ?? ""
        buffer.moveReaderIndex(forwardBy: 2)
        return text
    }

    private static func number(_ text: String) throws -> Int {
        guard let number = Int(text) else { throw MalformedReply() }
        return number
    }
}

extension ByteBuffer {
    /// Writes a command and its arguments, as a server of Redis reads them.
    public mutating func writeRedisCommand(_ words: [[UInt8]]) {
        writeString("*\(words.count)\r\n")
        for word in words {
            writeString("$\(word.count)\r\n")
            writeBytes(word)
            writeString("\r\n")
        }
    }
}
