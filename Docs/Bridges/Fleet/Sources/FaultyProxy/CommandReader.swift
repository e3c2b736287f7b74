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
    /// The statements of PostgreSQL that have names.
    private var statements: [String: String] = [:]

    init(_ language: FaultyProxy.Language) { self.language = language }

    /// Forgets bytes that the proxy no longer holds.
    mutating func moved(by count: Int) { seen = max(0, seen - count) }

    /// Returns the names of the commands that are complete.
    mutating func names(in waiting: ByteBuffer) -> [String] {
        bytes += waiting.readableBytesView.dropFirst(seen)
        seen = waiting.readableBytes
        var names: [String] = []
        while let (name, length) = language == .redis ? redisCommand : nextPostgresMessage(), length <= bytes.count {
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

    /// The first message of PostgreSQL. A statement is sent with a message of type P, under a name or none, and run
    /// with one of type B.
    private mutating func nextPostgresMessage() -> (String?, Int)? {
        let offset = hasBegun ? 1 : 0
        guard bytes.count >= offset + 4 else { return nil }
        let length = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } + offset
        guard bytes.count >= length else { return nil }
        guard hasBegun, [UInt8(ascii: "P"), UInt8(ascii: "B")].contains(bytes[0]) else { return (nil, length) }
        let texts = bytes[5..<length].split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard texts.count > 1 else { return (nil, length) }
        if bytes[0] == UInt8(ascii: "B") { return (statements[texts[1]] ?? "", length) }
        statements[texts[0]] = texts[1]
        return (nil, length)
    }
}
