import NIOCore

/// Finds commands in the bytes that a client sends. It only looks at their beginnings and lengths.
struct CommandReader: Sendable {
    private let language: FaultyProxy.Language
    /// The bytes that aren't read yet.
    private var bytes: [UInt8] = []
    /// How many of the bytes that wait in the proxy were read already.
    private var seen = 0
    /// Whether the first message, which has no type in PostgreSQL, was read.
    private var hasBegun = false

    init(_ language: FaultyProxy.Language) { self.language = language }

    /// Forgets bytes that the proxy no longer holds.
    mutating func moved(by count: Int) { seen = max(0, seen - count) }

    /// Returns the names of the commands that are complete.
    mutating func names(in waiting: ByteBuffer) -> [String] {
        bytes += waiting.readableBytesView.dropFirst(seen)
        seen = waiting.readableBytes
        var names: [String] = []
        while let (name, length) = language == .redis ? redisCommand : postgresMessage, length <= bytes.count {
            bytes.removeFirst(length)
            hasBegun = true
            if let name, !name.isEmpty { names.append(name) }
        }
        return names
    }

    /// The first command of Redis: an array of strings.
    private var redisCommand: (String?, Int)? {
        var place = 0
        func number() -> Int? {
            guard let end = bytes[place...].firstIndex(of: 0x0D), end + 1 < bytes.count else { return nil }
            defer { place = end + 2 }
            return Int(String(decoding: bytes[(place + 1)..<end], as: UTF8.self))
        }
        guard let count = number() else { return nil }
        var name: String?
        for index in 0..<count {
            guard place < bytes.count, let length = number(), place + length + 2 <= bytes.count else { return nil }
            if index == 0 { name = String(decoding: bytes[place..<(place + length)], as: UTF8.self) }
            place += length + 2
        }
        return (name, place)
    }

    /// The first message of PostgreSQL: a statement is one of type P.
    private var postgresMessage: (String?, Int)? {
        let offset = hasBegun ? 1 : 0
        guard bytes.count >= offset + 4 else { return nil }
        let length = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } + offset
        guard bytes.count >= length else { return nil }
        guard hasBegun, bytes[0] == UInt8(ascii: "P") else { return (nil, length) }
        // The name of the statement, which is empty, and the statement.
        let text = bytes[5..<length].drop { $0 == 0 }.prefix { $0 != 0 }
        return (String(decoding: text, as: UTF8.self), length)
    }
}
