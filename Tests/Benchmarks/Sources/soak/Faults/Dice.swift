import Foundation

/// The random numbers of one round, by SplitMix64: the same seed and round make the same decisions.
struct Dice: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64, round: Int) {
        state = seed
        // Neighboring rounds begin far from each other.
        state = next() ^ UInt64(bitPattern: Int64(round))
        state = next()
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// One of the elements, of which there has to be one.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(in: 0...elements.count - 1)] }

    mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// True so many times in a hundred.
    mutating func chance(_ percent: Int) -> Bool { number(in: 1...100) <= percent }

    mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration { .milliseconds(number(in: range)) }

    mutating func bytes(_ count: Int) -> Data {
        var data = Data(capacity: count + 8)
        while data.count < count { withUnsafeBytes(of: next()) { data.append(contentsOf: $0) } }
        return data.prefix(count)
    }

    /// A body of a size at which something may change: none, a byte, a piece, more than a socket keeps.
    mutating func body() -> Data {
        let size =
            switch number(in: 1...20) {
            case 1: 0
            case 2: 1
            case 3...9: number(in: 2...200)
            case 10...15: number(in: 200...20_000)
            case 16...18: number(in: 65_500...65_600)
            default: number(in: 100_000...400_000)
            }
        return bytes(size)
    }

    /// Letters and digits.
    mutating func word(_ count: Int) -> String {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789")
        return String((0..<count).map { _ in pick(letters) })
    }
}
