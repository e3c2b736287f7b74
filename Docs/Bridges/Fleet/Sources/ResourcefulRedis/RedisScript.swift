/// A script that the server runs in one step. The server knows it by its digest once it has run it.
struct RedisScript: Sendable {
    let text: [UInt8]
    /// The SHA-1 of the text, in hexadecimal digits.
    let digest: [UInt8]

    init(_ text: String) {
        self.text = Array(text.utf8)
        let digits = Array("0123456789abcdef".utf8)
        digest = Self.digest(of: self.text).flatMap { word in
            (0..<8).map { digits[Int(word >> (28 - 4 * UInt32($0)) & 15)] }
        }
    }

    /// SHA-1 (RFC 3174), which is no secret here but a name.
    private static func digest(of bytes: [UInt8]) -> [UInt32] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        var message = bytes + [0x80]
        message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
        message += (0..<8).map { UInt8(truncatingIfNeeded: (bytes.count * 8) >> (56 - 8 * $0)) }
        for start in stride(from: 0, to: message.count, by: 64) { add(message[start..<(start + 64)], to: &state) }
        return state
    }

    private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
        var words = (0..<16).map { word in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[block.startIndex + 4 * word + $1]) }
        }
        for index in 16..<80 {
            words.append(rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for (index, word) in words.enumerated() {
            let (choice, constant): (UInt32, UInt32) =
                switch index / 20 {
                case 0: (b & c | ~b & d, 0x5A82_7999)
                case 1: (b ^ c ^ d, 0x6ED9_EBA1)
                case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            (a, b, c, d, e) = (rotated(a, by: 5) &+ choice &+ e &+ constant &+ word, a, rotated(b, by: 30), c, d)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}

extension RedisClient {
    /// Runs a script. Its text is only sent to a server that doesn't know it.
    func run(_ script: RedisScript, _ keys: [[UInt8]], _ arguments: [UInt8]...) async throws -> RedisValue {
        let rest = [Array("\(keys.count)".utf8)] + keys + arguments
        do {
            return try await send([Array("EVALSHA".utf8), script.digest] + rest)
        } catch let failure as RedisFailure where failure.isRejection && failure.description.hasPrefix("NOSCRIPT") {
            return try await send([Array("EVAL".utf8), script.text] + rest)
        }
    }
}
