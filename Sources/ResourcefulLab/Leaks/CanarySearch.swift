/// A search for canaries, and for parts of them, in bytes: as they are, and in every usual encoding.
struct CanarySearch {
    /// A canary, or a part of it, in a text.
    struct Finding: Hashable {
        let canary: String
        /// How it's encoded, such as `Base64 in percent-encoding`; empty if it isn't.
        let encoding: String
        /// The number of bytes that were found one after another.
        let count: Int
    }

    /// The minimum number of bytes that count as a part: what fits into an integer.
    static let shortestPart = 8
    /// The maximum number of encodings inside each other.
    private static let depth = 3
    /// The maximum number of decoded bytes of a text: what is decoded from it isn't searched any further.
    private static let limit = 1 << 26

    private let names: [String]
    /// The pieces of eight bytes, in lower case, and the indices of their canaries.
    private var pieces: [UInt64: Int] = [:]
    /// A bit for each hash of a piece, to rule out most places fast.
    private var filter = [Bool](repeating: false, count: 1 << 12)

    init(_ canaries: [Canary]) {
        names = canaries.map(\.name)
        for (index, canary) in canaries.enumerated() {
            var window: UInt64 = 0
            for (place, byte) in canary.secret.enumerated() {
                window = window << 8 | UInt64(Self.lowercase(byte))
                guard place + 1 >= Self.shortestPart else { continue }
                pieces[window] = index
                filter[Self.hash(window)] = true
            }
        }
    }

    /// Returns the canaries in a text, each in its plainest encoding.
    func findings(in bytes: [UInt8]) -> [Finding] {
        guard !pieces.isEmpty, bytes.count >= Self.shortestPart else { return [] }
        var found: [String: Finding] = [:]
        var level = [(bytes: bytes, encodings: [String]())]
        var seen: Set<[UInt8]> = [bytes]
        var rest = Self.limit
        for depth in 0...Self.depth {
            for text in level {
                for (index, count) in matches(in: text.bytes) where found[names[index]] == nil {
                    let encoding = text.encodings.reversed().joined(separator: " in ")
                    found[names[index]] = Finding(canary: names[index], encoding: encoding, count: count)
                }
            }
            guard depth < Self.depth, found.count < Set(names).count else { break }
            level = level.flatMap { text in
                Encoding.all.flatMap { encoding in
                    guard rest > 0 else { return [(bytes: [UInt8], encodings: [String])]() }
                    let decoded = encoding.decodings(text.bytes).filter { seen.insert($0).inserted }
                    rest -= decoded.reduce(0) { $0 + $1.count }
                    return decoded.map { ($0, text.encodings + [encoding.name]) }
                }
            }
        }
        return found.values.sorted { $0.canary < $1.canary }
    }

    /// Returns the canaries that are in a text as it is, with the number of bytes of the longest part.
    private func matches(in bytes: [UInt8]) -> [Int: Int] {
        var longest: [Int: Int] = [:]
        var (window, current, length): (UInt64, Int?, Int) = (0, nil, 0)
        for (place, byte) in bytes.enumerated() {
            window = window << 8 | UInt64(Self.lowercase(byte))
            guard filter[Self.hash(window)], place + 1 >= Self.shortestPart, let index = pieces[window] else {
                current = nil
                continue
            }
            length = index == current ? length + 1 : Self.shortestPart
            current = index
            longest[index] = max(longest[index] ?? 0, length)
        }
        return longest
    }

    private static func hash(_ window: UInt64) -> Int { Int((window &* 0x9E37_79B9_7F4A_7C15) >> 52) }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
