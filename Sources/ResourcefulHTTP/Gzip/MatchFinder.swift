/// Finds repetitions. For each three bytes it keeps the places where they occurred, the latest first.
struct MatchFinder {
    static let minimumLength = 3
    private static let maximumLength = 258
    private static let maximumDistance = 32_768
    /// The number of places to compare. A larger number finds slightly more and takes longer.
    private static let maximumChain = 32

    /// The latest place of each hash, and the previous place for each place; -1 if there is none.
    private var heads = [Int32](repeating: -1, count: 1 << 15)
    private var previous = [Int32](repeating: -1, count: 1 << 16)

    /// Returns the longest repetition at a place; its length is 0 if there is none.
    func match(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (length: Int, distance: Int) {
        let limit = min(Self.maximumLength, bytes.count - place)
        guard limit >= Self.minimumLength else { return (0, 0) }
        var best = (length: 0, distance: 0)
        var candidate = Int(heads[Self.hash(place, bytes)])
        var left = Self.maximumChain
        while candidate >= 0, place - candidate <= Self.maximumDistance, left > 0 {
            let length = Self.commonLength(candidate, place, limit, bytes)
            if length > best.length { best = (length, place - candidate) }
            if length == limit { break }
            candidate = Int(previous[candidate])
            left -= 1
        }
        return best
    }

    /// Records a place.
    mutating func insert(_ place: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        guard place + Self.minimumLength <= bytes.count else { return }
        let hash = Self.hash(place, bytes)
        previous[place] = heads[hash]
        heads[hash] = Int32(place)
    }

    /// Shifts all places after a number of bytes were removed from the front.
    mutating func slide(by count: Int) {
        let count32 = Int32(count)
        for index in heads.indices { heads[index] = max(-1, heads[index] - count32) }
        for index in 0..<(previous.count - count) { previous[index] = max(-1, previous[index + count] - count32) }
    }

    private static func commonLength(
        _ one: Int, _ other: Int, _ limit: Int, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int {
        var length = 0
        while length < limit, bytes[one + length] == bytes[other + length] { length += 1 }
        return length
    }

    private static func hash(_ place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let value = UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
        return Int((value &* 0x9E37_79B1) >> 17)
    }
}
