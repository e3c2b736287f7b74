#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Coded bytes that decode to nothing, however many they are.
package struct EmptyCoding: Sendable, CustomStringConvertible {
    package let description: String
    package let coding: String
    private let beginning: Data
    private let piece: Data

    /// The first bytes of it.
    package func bytes(_ count: Int) -> Data {
        var bytes = beginning
        let some = (0..<1_000).reduce(into: Data()) { some, _ in some += piece }
        while bytes.count < count { bytes += some }
        return bytes.prefix(count)
    }

    /// All of them: empty members of gzip, and the empty blocks of DEFLATE (RFC 1951, section 3.2) and Brotli.
    package static let all: [EmptyCoding] = [
        EmptyCoding(description: "members", coding: "gzip", beginning: Data(), piece: member),
        EmptyCoding(
            description: "stored blocks", coding: "gzip", beginning: member.prefix(10),
            piece: Data([0, 0, 0, 0xFF, 0xFF])),
        EmptyCoding(
            description: "blocks with fixed codes", coding: "gzip", beginning: member.prefix(10),
            piece: packed(Array(repeating: "0100000000", count: 4))),
        EmptyCoding(
            description: "blocks with their own codes", coding: "gzip", beginning: member.prefix(10),
            piece: packed(Array(repeating: ownCodes, count: 8))),
        // A window of 64 KB, and blocks of metadata that have none (RFC 7932, section 9.2).
        EmptyCoding(
            description: "blocks of Brotli", coding: "br", beginning: Data([0x0C]), piece: Data(repeating: 6, count: 10)
        ),
    ]

    private static let member = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])

    /// A block that has a code only for its end: two codes of code lengths, 256 lengths of 0, twice a length of 1.
    private static let ownCodes =
        "001" + "00000" + "00000" + "0111" + "000000100" + String(repeating: "0", count: 42) + "100"
        + "11111111" + "11101011" + "0" + "0" + "0"

    /// Bits as bytes, the first one lowest.
    private static func packed(_ blocks: [String]) -> Data {
        let bits = Array(blocks.joined().utf8)
        return Data(
            stride(from: 0, to: bits.count, by: 8).map { start in
                bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | ($1 & 1) }
            })
    }
}
