/// Random numbers that are none: those of a list, in order, and then again from its beginning.
///
///     run.randomNumbers = ScriptedNumbers([0, .max])
public struct ScriptedNumbers: RandomNumberGenerator, Sendable {
    private let numbers: [UInt64]
    private var index = 0

    /// Numbers from a list. An empty one stands for zeros.
    public init(_ numbers: [UInt64]) { self.numbers = numbers.isEmpty ? [0] : numbers }

    /// The next number.
    public mutating func next() -> UInt64 {
        defer { index = (index + 1) % numbers.count }
        return numbers[index]
    }
}

/// A small generator of random numbers that gives the same ones for the same seed (Steele, Lea and Flood, 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A generator that begins at a seed.
    package init(seed: UInt64) { state = seed }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
